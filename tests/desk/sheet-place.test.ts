// The place in a table that a row's address carries.

import { expect, it } from 'vitest'
import { backIn, searchIn, placeIn } from '../../app/admin/sheet-place'

it('goes to a row, through its saving, and back to the list', () => {
  const place = placeIn('?text=btc+usdt&page=3&done=saved')
  expect(backIn(place)).toBe('?text=btc+usdt&page=3')
  expect(searchIn(`${place}&done=saved`)).toBe(place)
  expect(backIn(searchIn(place))).toBe('?text=btc+usdt&page=3')
})

it('is empty for a first page, and carries nothing but a text and a page', () => {
  expect([placeIn(''), backIn(''), searchIn('?done=saved')]).toEqual(['', '', ''])
  expect(backIn(`?${new URLSearchParams({ from: 'done=saved&page=2&returnTo=//evil.example' }).toString()}`)).toBe(
    '?page=2',
  )
  expect(placeIn(`?text=${'a'.repeat(400)}`)).toBe('')
})
