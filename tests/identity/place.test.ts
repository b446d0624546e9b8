// A development visitor's place comes from its variable, not from the local runtime's invention.

import { expect, it } from 'vitest'
import { placeOf, withDevPlace } from '../../server/session/place'

const from = (country: string): Request => Object.assign(new Request('http://localhost/'), { cf: { country } })

it('keeps what the edge says outside development', () => {
  expect(placeOf(withDevPlace(from('FR'), { ENVIRONMENT: 'production', DEV_COUNTRY: 'JP' }))).toMatchObject({
    country: 'FR',
  })
})
