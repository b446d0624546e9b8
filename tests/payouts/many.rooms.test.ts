// Many withdrawals over a node that forgets, rejects and fails, and a chain that drops what was final, with addresses that take nothing,
// operators who send by themselves, and rooms and Workers that die between any two steps: LONG=1 runs 500.

import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { payoutReport } from '#services/payouts/report'
import { watchPayouts } from '#services/payouts/watch'
import { expectSound, kill } from '../funds/customers'
import { errorsDuring, withLostAnswers } from '../funds/outage'
import { LONG } from '../kit/long'
import { type Paying, accountOf, approved, batch, begin, decideProblem, dueOf, look, readChain, SOURCE, rowOf, sign, unsigned, upload, within } from './office' // prettier-ignore

afterEach(() => vi.restoreAllMocks())

/** Blocks after which a transaction is final. */
const DEPTH = 40
const COUNT = LONG ? 500 : 24
/** Prepared at once. */
const AT_ONCE = 8
const MINUTE = 60_000
const DROPS_MAX = 2
/** Each sweep looks at twenty of those that are final; a loss is one after an hour of misses. */
const LOOKS_AFTER_DROP = Math.ceil(COUNT / 20) * 2 + 7

describe('many withdrawals', () => {
  it(
    `of ${COUNT} are each paid once, whatever fails, and the ledger equals the chain`,
    { timeout: LONG ? 3_600_000 : 240_000 },
    async () => {
      const chain = await begin()
      let seedling = 37
      const below = (most: number) => (seedling = (seedling * 48_271) % 2_147_483_647) % most
      const all: Paying[] = []
      while (all.length < COUNT)
        all.push(
          ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, COUNT - all.length) }, () => approved('many')))),
        )
      for (const each of all) if (below(10) === 0) chain.refusing.add(each.address)
      await readChain()
      let [later, dropped] = [0, 0]
      let gapBefore: number | null = null
      const isOver = async () =>
        (await Promise.all(all.map(({ id }) => rowOf(id)))).every(
          ({ state }) => state === 'passed' || state === 'failed',
        )
      for (let round = 0; round < 60 && !(await isOver()); round += 1) {
        const waiting = await env.DB.prepare(
          "SELECT count(*) AS total FROM withdrawal WHERE network = 'ERC20' AND state = 'approved' AND problem = ''",
        ).first<number>('total')
        const signing = await env.DB.prepare(
          "SELECT batch_id AS id FROM withdrawal WHERE network = 'ERC20' AND state = 'signing' LIMIT 1",
        ).first<number>('id')
        const batchId = signing ?? (waiting ? await batch() : null)
        if (batchId !== null) {
          // Of a prepared batch some may have been noticed as sent already.
          const asked = await unsigned(batchId)
          const [any] = asked
          const gap = chain.gapOf(SOURCE)
          // Where a lost payment left its nonce free for two rounds, the operator sends something else with it.
          if (any && gap !== null && gap === gapBefore)
            await chain.take(await sign(any, { nonce: gap, to: SOURCE, data: '0x', value: 0n }))
          gapBefore = gap
          const states = await Promise.all(asked.map(({ withdrawal }) => rowOf(withdrawal)))
          const open = asked.filter((_, index) => states[index]?.state === 'signing')
          const raws = await Promise.all(open.map((one) => sign(one)))
          if (open[0] && below(3) === 0) {
            const dear = await sign(open[0], { maxFeePerGas: BigInt(open[0].maxFeePerGas) * 10n + 1n })
            expect(await upload(batchId, [dear])).toMatchObject({ refusal: { code: 'payout_fee_too_high' } })
          }
          // Some operators send by themselves, and nobody reports it.
          if (below(4) === 0) for (const raw of raws) await chain.take(raw).catch(() => undefined)
          else {
            chain.isDown = below(5) === 0
            await upload(batchId, raws)
            chain.isDown = false
          }
        }
        for (const each of chain.sent.filter(({ height }) => height === null))
          if (below(6) === 0) chain.forget(each.hash)
        for (const each of all) if (below(5) === 0) await kill(each.user)
        chain.mine(1)
        for (const each of chain.sent) if (each.height === chain.height && below(8) === 0) each.isReverted = true
        await readChain(later)
        if (below(3) === 0) await Promise.all([look(later), look(later)])
        chain.mine(DEPTH)
        for (let times = 0; times < 3; times += 1) await readChain(later)
        later += 61 * MINUTE
        if (below(2) === 0)
          await errorsDuring(() => watchPayouts({ ...within, Account: withLostAnswers().Account }, Date.now() + later))
        await look(later)
        // What was final until now comes back to the pool, or is lost for ever.
        if (below(3) === 0 && dropped < DROPS_MAX) {
          dropped += 1
          chain.reorganise(3 * DEPTH, { isLost: below(2) === 0 })
          for (let looks = 0; looks < LOOKS_AFTER_DROP; looks += 1) {
            later += 11 * MINUTE
            await look(later)
          }
        }
        for (const { id } of all) {
          const { problem, state } = await rowOf(id)
          if (state === 'approved' && problem !== '') await decideProblem(id, below(5) === 0 ? 'reject' : 'approve')
        }
      }
      expect(dropped).toBeGreaterThan(0)
      let [external, network, due] = [0n, 0n, 0n]
      for (const each of all) {
        const { state } = await rowOf(each.id)
        expect(['passed', 'failed']).toContain(state)
        expect(chain.arrived(each.address)).toEqual(
          state === 'passed' ? { units: await dueOf(each.id), times: 1 } : { units: 0n, times: 0 },
        )
        expect((await rowOf(each.id)).txId !== '').toBe(state === 'passed')
        if (state === 'passed') due += await dueOf(each.id)
        external += await accountOf(each, '@external')
        network += await accountOf(each, '@network:ETH', 2)
        await expectSound(each.user)
      }
      expect([external, due]).toEqual([chain.total, chain.total])
      expect(network).toBeGreaterThan(0n)
      const { lines } = await payoutReport(within, Date.now() + later)
      expect(lines.filter(({ network: name }) => name === 'ERC20').every(({ isOff }) => !isOff)).toBe(true)
    },
  )
})
