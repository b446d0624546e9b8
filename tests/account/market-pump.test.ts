// The pump and the waiting callers when the room around them fails: neither may be stuck afterwards.

import { expect, test } from 'vitest'
import { Callers } from '#party/account/callers'
import { MarketPump } from '#party/account/market-pump'
import type { MarketRequest } from '#party/protocol/market'

const REQUEST: MarketRequest = {
  account: 10_001,
  received: 0,
  commands: [],
  lease: { epoch: 0, saved: 0, lines: [], isRecovering: false },
}

test('A room whose account cannot be opened gives up for now, and the next order reaches the Market', async () => {
  let isBroken = true
  let owed = 1
  const failures: string[] = []
  const pump = new MarketPump({
    request: () => {
      if (isBroken) return Promise.reject(new Error('the account cannot be opened'))
      return Promise.resolve(owed === 0 ? null : REQUEST)
    },
    hasPending: () => owed > 0,
    ask: () => Promise.resolve({ commandSeq: 1, isGap: false, messages: [] }),
    take: () => {
      owed = 0
      return true
    },
    failed: (_symbol, failure) => failures.push(failure),
  })
  await pump.send('BTC-USDT')
  expect(failures).toEqual(['the account cannot be opened'])
  isBroken = false
  await pump.send('BTC-USDT')
  expect(owed).toBe(0)
})

test('What is queued while a run finds nothing more is sent by the same run', async () => {
  let owed = 1
  let looks = 0
  const pump = new MarketPump({
    request: async () => {
      looks += 1
      if (looks === 2) void Promise.resolve().then(() => (owed = 1))
      return Promise.resolve(owed === 0 ? null : REQUEST)
    },
    hasPending: () => owed > 0,
    ask: () => Promise.resolve({ commandSeq: 1, isGap: false, messages: [] }),
    take: () => {
      owed = 0
      return true
    },
    failed: () => undefined,
  })
  await pump.send('BTC-USDT')
  expect([looks, owed]).toEqual([4, 0])
})

test('A caller whose answer cannot be told at first is told the next time', async () => {
  let now = 0
  let isBroken = true
  const timers: (() => void)[] = []
  const callers = new Callers({
    now: () => now,
    later: (_delayMs, work) => void timers.push(work),
    pendingAnswer: () => {
      if (isBroken) throw new Error('the account cannot be opened')
      return 'pending'
    },
  })
  const told = callers.wait('command-1')
  now = 8_000
  expect(() => timers.shift()?.()).toThrow('the account cannot be opened')
  isBroken = false
  timers.shift()?.()
  expect(await told).toBe('pending')
})
