// The pump and the waiting callers when the room around them fails: neither may be stuck afterwards.

import { expect, test } from 'vitest'
import { Callers } from '#party/account/callers'
import { MarketPump } from '#party/account/market-pump'

test('A run that fails inside the room does not keep the next order from the Market', async () => {
  let isBroken = true
  let owed = 1
  const pump = new MarketPump({
    request: () => {
      if (isBroken) throw new Error('the book cannot be opened')
      return owed === 0 ? null : { account: 10_001, received: 0, commands: [] }
    },
    ask: () => Promise.resolve({ commandSeq: 1, isGap: false, messages: [] }),
    take: () => {
      owed = 0
      return true
    },
    failed: () => undefined,
  })
  await expect(pump.send('BTC-USDT')).rejects.toThrow('the book cannot be opened')
  isBroken = false
  await pump.send('BTC-USDT')
  expect(owed).toBe(0)
})

test('A caller whose answer cannot be told at first is told the next time', async () => {
  let now = 0
  let isBroken = true
  const timers: (() => void)[] = []
  const callers = new Callers({
    now: () => now,
    later: (_delayMs, work) => void timers.push(work),
    standing: () => {
      if (isBroken) throw new Error('the book cannot be opened')
      return 'pending'
    },
  })
  const told = callers.wait('command-1')
  now = 8_000
  expect(() => timers.shift()?.()).toThrow('the book cannot be opened')
  isBroken = false
  timers.shift()?.()
  expect(await told).toBe('pending')
})
