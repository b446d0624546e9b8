// A program's link to its Account: a message that overtook others is no gap, and only a key's end is the end.

import { expect, test, vi } from 'vitest'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { KeyProof } from '#party/protocol/api-key'
import { AccountLink } from '../../server/socket/account-link'
import { waitFor } from '../kit/wait-for'

class FakeSocket extends EventTarget {
  readonly sent: unknown[] = []
  accept(): void {}
  close(): void {}
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  tell(type: 'event' | 'snapshot', seq: number): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, seq, balances: [] }) }))
  }
  lose(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const PROOF = {} as KeyProof

async function linked() {
  const heard: AccountSocketMessage[] = []
  const ended = vi.fn()
  const sockets: FakeSocket[] = []
  let next: Outcome<null> = done(null)
  const link = new AccountLink({
    open: () => {
      if (!next.ok) return Promise.resolve(next)
      sockets.push(new FakeSocket())
      return Promise.resolve(done(sockets.at(-1) as unknown as WebSocket))
    },
    prove: () => PROOF,
    hear: (message) => void heard.push(message),
    ended,
  })
  await link.open(PROOF)
  return {
    link,
    ended,
    socket: () => sockets.at(-1) ?? new FakeSocket(),
    answer: (outcome: Outcome<null>) => void (next = outcome),
    numbers: () => heard.map(({ seq }) => seq),
  }
}

test('events that were overtaken by a later one are asked for again, and each is passed on once', async () => {
  const { link, socket, numbers } = await linked()
  link.listen(5)
  // The Account published 9 between reading the missed events and sending them.
  socket().tell('event', 9)
  for (const seq of [6, 7, 8]) socket().tell('event', seq)
  socket().tell('event', 10)
  socket().tell('event', 11)
  expect(socket().sent).toEqual([
    { type: 'resume', after: 5 },
    { type: 'resume', after: 8 },
  ])
  for (const seq of [9, 10, 11]) socket().tell('event', seq)
  socket().tell('event', 12)
  expect(numbers()).toEqual([6, 7, 8, 9, 10, 11, 12])
  // The same behind a snapshot.
  const other = await linked()
  other.link.listen(null)
  other.socket().tell('event', 9)
  other.socket().tell('snapshot', 8)
  other.socket().tell('event', 10)
  expect(other.socket().sent.at(-1)).toEqual({ type: 'resume', after: 8 })
})

test.each([
  [refuse('too_many_requests', { seconds: '1' }), 0],
  [refuse('timestamp_late', {}), 0],
  [refuse('key_unknown'), 1],
  [refuse('key_expired'), 1],
] as const)('reopened with the answer %j, it ended %i times', async (outcome, times) => {
  const { link, socket, answer, ended, numbers } = await linked()
  link.listen(5)
  socket().lose(1006)
  answer(outcome)
  link.keep(2_000)
  await waitFor(() => expect(ended).toHaveBeenCalledTimes(times))
  if (times > 0) return
  await Promise.resolve()
  answer(done(null))
  await waitFor(() => {
    link.keep(Date.now() * 2)
    expect(link.isOpen).toBe(true)
  })
  expect(socket().sent).toEqual([{ type: 'resume', after: 5 }])
  socket().tell('event', 6)
  expect(numbers()).toEqual([6])
})
