import { expect, it } from 'vitest'
import { refuse } from '#domain/outcome'
import { checkSession } from '#services/account-room'

const session = { userId: 7, sessionId: 'session-of-alice' }

/** Rooms of users that all give the same answer. */
const roomsThatAnswer = (outcome: unknown) => {
  const room = { asUser: () => Promise.resolve(JSON.stringify(outcome)) }
  // Implements only the part of the binding in use.
  return { Account: { idFromName: (name: string) => name, get: () => room } } as unknown as Pick<Env, 'Account'>
}

it('Alice’s session is over when her room says so', async () => {
  const check = await checkSession(roomsThatAnswer(refuse('session_ended')), session)
  expect(check).toEqual(refuse('session_ended'))
})

it('Alice is not logged out because her room refuses for another reason', async () => {
  const busy = roomsThatAnswer(refuse('too_many_requests', { seconds: '3' }))
  await expect(checkSession(busy, session)).rejects.toThrow('too_many_requests')
})
