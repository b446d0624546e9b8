// Where visitors of development come from: where its variable says, whatever the local runtime makes up.

import { expect, it } from 'vitest'
import { placeOf, withDevPlace } from '../../server/session/place'

const from = (country: string): Request => Object.assign(new Request('http://localhost/'), { cf: { country } })

it('keeps what the edge says outside development', () => {
  expect(placeOf(withDevPlace(from('FR'), { ENVIRONMENT: 'production', DEV_COUNTRY: 'JP' }))).toMatchObject({
    country: 'FR',
  })
})
