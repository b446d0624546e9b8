// Which country a list begins with.

import { expect, test } from 'vitest'
import { homeFirst } from '../../app/visitor/countries.server'

const PLACES = [{ country: 'IS' }, { country: 'ES' }, { country: 'JP' }]

test('one’s own country is first, the others stay in their order', () => {
  expect(homeFirst(PLACES, 'jp').map(({ country }) => country)).toEqual(['JP', 'IS', 'ES'])
  expect(homeFirst(PLACES, 'spa').map(({ country }) => country)).toEqual(['ES', 'IS', 'JP'])
})

test('a list without it stays as it is', () => {
  expect(homeFirst(PLACES, 'th')).toEqual(PLACES)
})
