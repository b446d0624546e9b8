// The watcher under unusual conditions: a delisted asset, closed deposits, an unreachable Account, a chain that grows faster than it is
// read.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Asset, Catalogue } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter, CallsUsedUp } from '#services/chains/call-meter'
import type { Chain, ChainPlace, ChainTransfer } from '#services/chains/chain'
import { forgetBlock } from '#services/chains/faucet'
import { findReceivingPlace, openChain } from '#services/chains/networks'
import { watchNetwork } from '#services/chains/watcher'
import { seed } from '../api/client'
import { USDT, afterBlocks, balance, enter, expectSound, newestDeposit, reviewsOf, sendTo, value } from './customers'
import { LONG, firstOf } from '../kit/long'
import { errorsDuring, withoutRoomOf } from './outage'

const NETWORK = 'TRC20'

let catalogue: Catalogue
beforeAll(async () => {
  await seed()
  catalogue = await loadCatalogue(env)
})

/** One run over TRON with given listings and, optionally, another environment or chain. */
async function watch(now: number, { listed = catalogue, within = env, chain, meter }: Differing = {}): Promise<void> {
  const opened = chain ?? openChain(within, { network: NETWORK, catalogue: listed, now })
  if (!opened) throw new Error('the chain is simulated')
  const calls = meter ?? new CallMeter(1_000)
  await watchNetwork(within, { network: NETWORK, chain: opened, catalogue: listed, now, meter: calls })
}
interface Differing {
  readonly listed?: Catalogue
  readonly within?: Env
  readonly chain?: Chain
  readonly meter?: CallMeter
}

const more = (before: readonly [string, string], units: bigint) => [String(BigInt(before[0]) + units), '0']

test('Alice’s 100 USDT were on their way when the asset was delisted: they are credited all the same', async () => {
  const alice = await enter('Alice')
  const before = await balance(alice)
  await sendTo(alice, NETWORK, '100')
  await watch(afterBlocks(3))
  const unlistedAssets = catalogue.assets.filter(({ id }) => id === USDT)
  const listed = { ...catalogue, assets: catalogue.assets.filter(({ id }) => id !== USDT), unlistedAssets }
  await watch(afterBlocks(40), { listed })
  expect(await newestDeposit(alice)).toMatchObject({ state: 'passed', amount: '100.000000' })
  expect(await balance(alice)).toEqual(more(before, 100_000_000n))
  await expectSound(alice)
})

test('What comes while deposits are closed is not passed over', async () => {
  const bob = await enter('Bob')
  const before = await balance(bob)
  const close = (asset: Asset) => ({
    ...asset,
    networks: asset.networks.map((network) => ({ ...network, isDepositOpen: false })),
  })
  const listed = { ...catalogue, assets: catalogue.assets.map(close) }
  await sendTo(bob, NETWORK, '30')
  await watch(afterBlocks(40), { listed })
  expect(await balance(bob)).toEqual(more(before, 30_000_000n))
})

test('Bob’s Account cannot be reached: Carol is credited, and Dave’s lost block is seen, in the same run', async () => {
  const [bob, carol, dave] = [await enter('Bob'), await enter('Carol'), await enter('Dave')]
  const before = { bob: await balance(bob), carol: await balance(carol), dave: await balance(dave) }
  const lost = await sendTo(dave, NETWORK, '70')
  await watch(afterBlocks(40))
  await forgetBlock(env, lost)
  const late = Date.now() + 40 * 3_000
  await sendTo(bob, NETWORK, '10', 'USDT', late)
  await sendTo(carol, NETWORK, '20', 'USDT', late)
  const errors = await errorsDuring(async () => {
    // Blocks come every three seconds: these looks are three minutes from each other.
    for (const blocks of [100, 160, 220]) await watch(afterBlocks(blocks), { within: withoutRoomOf(bob) })
  })
  expect(errors).toContain('no such room today')
  expect(await balance(carol)).toEqual(more(before.carol, 20_000_000n))
  expect((await newestDeposit(dave)).state).toBe('review')
  expect((await newestDeposit(bob)).state).toBe('confirming')
  await watch(afterBlocks(221))
  expect(await balance(bob)).toEqual(more(before.bob, 10_000_000n))
})

test('A chain that makes sixteen readings between two runs is read to its tip in one', async () => {
  const erin = await enter('Erin')
  const { address } = value(await findReceivingPlace(env, erin.userId, NETWORK))
  await env.DB.prepare('UPDATE chain_cursor SET position = ? WHERE network = ?').bind('0', NETWORK).run()
  const transfer = {
    txId: 'fast',
    outputIndex: 0,
    assetCode: 'USDT',
    units: 5_000_000n,
    decimals: 6,
    address,
    memo: '',
  }
  const seen = { ...transfer, height: 16, blockHash: 'sixteen', confirmations: 1 }
  const chain: Chain = {
    read: (position) => {
      const next = Math.min(16, parseInt(position ?? '0', 10) + 1)
      return Promise.resolve({
        transfers: next === 16 ? [seen] : [],
        position: String(next),
        tip: 16,
        isAtTip: next === 16,
      })
    },
    find: () => Promise.resolve(seen),
  }
  await watch(Date.now(), { chain })
  const deposit = await newestDeposit(erin)
  expect(deposit).toMatchObject({ state: 'confirming', amount: '5.000000', txId: 'fast' })
  expect(await reviewsOf('deposit', deposit.id)).toEqual([])
})

/** One USDT in a block named by its height. */
const oneUsdt = (
  txId: string,
  place: Pick<ChainTransfer & ChainPlace, 'address' | 'height' | 'confirmations'>,
): ChainTransfer & ChainPlace => ({
  ...place,
  txId,
  outputIndex: 0,
  assetCode: 'USDT',
  units: 1_000_000n,
  decimals: 6,
  memo: '',
  blockHash: `block-${place.height}`,
})

/** A transfer to us in each block; a reading costs forty calls and a check three, as with a real node. */
function countedChain(address: string, blocks: number, meter: CallMeter): Chain {
  const pay = (calls: number) => {
    for (let call = 0; call < calls; call += 1) meter.take()
  }
  const at = (height: number) => oneUsdt(`counted-${height}`, { address, height, confirmations: 1_000 })
  return {
    read: async (position) => {
      await Promise.resolve()
      pay(40)
      const next = Math.min(blocks, parseInt(position ?? '0', 10) + 1)
      return { transfers: [at(next)], position: String(next), tip: blocks, isAtTip: next === blocks }
    },
    find: async ({ height }) => {
      await Promise.resolve()
      pay(3)
      return at(height)
    },
  }
}

test('A run makes no more calls than it may, and the next goes on where it ended, till all of Frank’s are credited', async () => {
  const frank = await enter('Frank')
  const before = await balance(frank)
  const { address } = value(await findReceivingPlace(env, frank.userId, NETWORK))
  await env.DB.prepare('DELETE FROM deposit').run()
  await env.DB.prepare('UPDATE chain_cursor SET position = ? WHERE network = ?').bind('0', NETWORK).run()
  const seen: number[] = []
  // Every other run has calls for one reading and a check or two: it ends when they are used up, without a failure.
  const count = LONG ? 30 : 12
  for (let run = 0; run < count; run += 1) {
    const meter = new CallMeter(run % 2 === 0 ? 250 : 45)
    const chain = countedChain(address, count, meter)
    expect(await errorsDuring(() => watch(Date.now() + run * 60_000, { chain, meter }))).toBe('')
    seen.push((await env.DB.prepare('SELECT count(*) AS n FROM deposit').first<number>('n')) ?? 0)
  }
  expect(seen[0]).toBeLessThan(10)
  expect(seen.at(-1)).toBe(count)
  expect(await balance(frank)).toEqual(more(before, BigInt(count) * 1_000_000n))
})

test('Twenty come to Grace with every run: each is credited as soon as it can be, and others have their turn between', async () => {
  const grace = await enter('Grace')
  const before = await balance(grace)
  const { address } = value(await findReceivingPlace(env, grace.userId, NETWORK))
  await env.DB.prepare('DELETE FROM deposit').run()
  let tip = 1_000
  const at = (height: number, index: number) =>
    oneUsdt(`busy-${height}-${index}`, { address, height, confirmations: tip - height + 1 })
  const chain: Chain = {
    read: () => {
      const transfers = Array.from({ length: 20 }, (_, index) => at(tip, index))
      return Promise.resolve({ transfers, position: String(tip), tip, isAtTip: true })
    },
    find: ({ txId }) => {
      const [, height, index] = txId.split('-')
      return Promise.resolve(at(Number(height), Number(index)))
    },
  }
  // Twenty blocks are enough: what came with one run is deep enough with the second after it.
  const runs = LONG ? 6 : 4
  for (let run = 0; run < runs; run += 1) {
    tip += 10
    await watch(Date.now() + run * 60_000, { chain })
  }
  expect(await balance(grace)).toEqual(more(before, BigInt(runs - 2) * 20_000_000n))
  const shown = await env.DB.prepare(
    "SELECT confirmations, count(*) AS count FROM deposit WHERE state = 'confirming' GROUP BY confirmations ORDER BY 1",
  ).all<{ confirmations: number; count: number }>()
  expect(shown.results).toEqual([
    { confirmations: 1, count: 20 },
    { confirmations: 11, count: 20 },
  ])
})

/** Many confirmed deposits to one address, with a node that needs three calls per check. */
function crowdedChain(address: string, count: number, meter: CallMeter): Chain {
  const at = (index: number) => oneUsdt(`crowd-${count}-${index}`, { address, height: 2_000, confirmations: 500 })
  return {
    read: () =>
      Promise.resolve({
        transfers: Array.from({ length: count }, (_, index) => at(index)),
        position: '2500',
        tip: 2_499,
        isAtTip: true,
      }),
    find: async ({ txId }) => {
      await Promise.resolve()
      for (let call = 0; call < 3; call += 1) meter.take()
      return at(Number(txId.split('-')[2]))
    },
  }
}

test('Ninety come to Heidi in one minute and all are credited in one run; of two hundred as many as there are calls for', async () => {
  const heidi = await enter('Heidi')
  const { address } = value(await findReceivingPlace(env, heidi.userId, NETWORK))
  const now = Date.now()
  const crowds: readonly (readonly [number, readonly number[]])[] = [
    [90, [90]],
    // The rest of the five hundred calls is for other networks: the last check may use it, but none starts in it.
    [200, [125, 200]],
  ]
  for (const [count, runs] of firstOf(crowds)) {
    const before = await balance(heidi)
    await env.DB.prepare('DELETE FROM deposit').run()
    for (const [run, credited] of runs.entries()) {
      const meter = new CallMeter(500)
      await watch(now + count * 60_000 + run, { chain: crowdedChain(address, count, meter), meter })
      expect(await balance(heidi)).toEqual(more(before, BigInt(credited) * 1_000_000n))
      expect(meter.left).toBeGreaterThan(50)
    }
  }
})

test('The calls of a run are one number for reading and for looking, and the one after the last is not made', () => {
  const meter = new CallMeter(2)
  meter.take()
  meter.take()
  expect(() => meter.take()).toThrow(CallsUsedUp)
  expect(meter.left).toBe(0)
})
