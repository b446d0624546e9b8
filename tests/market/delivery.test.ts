import { describe, expect, it, vi } from 'vitest'
import { Delivery } from '#party/market/delivery'
import { Streams } from '#party/market/streams'
import type { MarketAnswer } from '#party/protocol/market'
import { ALICE, BOB } from './story'

/** Accounts that answer when the test says so, and a fake clock. */
function open() {
  let now = 0
  const streams = new Streams(() => undefined)
  const calls: { account: number; seqs: number[]; answer: (stored: number) => void; fail: () => void }[] = []
  const stored = new Map<number, number>()
  const delivery = new Delivery(streams, {
    send: (account: number, answer: MarketAnswer) =>
      new Promise((resolve, reject) => {
        const seqs = answer.messages.map(({ seq }) => seq)
        calls.push({ account, seqs, answer: resolve, fail: () => reject(new Error('the room is away')) })
      }),
    onStored: (account, received) => {
      stored.set(account, received)
      streams.acknowledge(account, received)
    },
    now: () => now,
  })
  const tell = (account: number) => {
    const stream = streams.get(account)
    stream.messageSeq += 1
    stream.messages.push({ seq: stream.messageSeq, at: 0, type: 'accepted', orderNo: 1 })
  }
  return {
    streams,
    delivery,
    calls,
    stored,
    tell,
    pass: (ms: number) => {
      now += ms
      delivery.pump()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('delivery of messages', () => {
  it('calls Alice at once, and not a second time while the first call is on its way', async () => {
    const { delivery, calls, tell } = open()
    tell(ALICE)
    delivery.owe(ALICE, 'delivery')
    tell(ALICE)
    delivery.owe(ALICE, 'delivery')
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1]])
    calls[0]?.answer(1)
    await settled()
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1], [2]])
    calls[1]?.answer(2)
    await settled()
    expect(delivery.nextDueAt()).toBeNull()
  })

  it('tries again with growing pauses while the room is away, from the first message that is not stored', async () => {
    const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { delivery, calls, tell, pass } = open()
    tell(ALICE)
    delivery.owe(ALICE, 'delivery')
    calls[0]?.fail()
    await settled()
    pass(999)
    expect(calls).toHaveLength(1)
    tell(ALICE)
    delivery.owe(ALICE, 'delivery')
    expect(calls).toHaveLength(1)
    pass(1)
    calls[1]?.fail()
    await settled()
    pass(1_999)
    expect(calls).toHaveLength(2)
    pass(1)
    expect(calls[2]?.seqs).toEqual([1, 2])
    calls[2]?.answer(2)
    await settled()
    pass(100_000)
    expect(calls).toHaveLength(3)
    quiet.mockRestore()
  })

  it('does not keep Bob waiting because Alice is slow', () => {
    const { delivery, calls, tell } = open()
    tell(ALICE)
    tell(BOB)
    delivery.owe(ALICE, 'delivery')
    delivery.owe(BOB, 'delivery')
    expect(calls.map(({ account }) => account)).toEqual([ALICE, BOB])
  })

  it('asks about an answer only after a silence, and not when the next request said that it came', () => {
    const { streams, delivery, calls, tell, pass } = open()
    tell(ALICE)
    delivery.owe(ALICE, 'answer')
    tell(BOB)
    delivery.owe(BOB, 'answer')
    pass(1_999)
    expect(calls).toHaveLength(0)
    streams.acknowledge(BOB, 1)
    pass(1)
    expect(calls.map(({ account }) => account)).toEqual([ALICE])
  })

  it('sends again after a restart what was not acknowledged before', () => {
    const { delivery, calls, tell } = open()
    tell(ALICE)
    tell(ALICE)
    delivery.resume()
    delivery.pump()
    expect(calls[0]?.seqs).toEqual([1, 2])
  })

  it('flushes whatever is owed, even before its time', async () => {
    const { delivery, calls, tell, stored } = open()
    tell(ALICE)
    delivery.owe(ALICE, 'answer')
    const flushed = delivery.flush()
    calls[0]?.answer(1)
    await flushed
    expect(stored.get(ALICE)).toBe(1)
  })
})
