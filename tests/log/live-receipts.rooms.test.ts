// Receipts of every rule as a running site makes them, with what proves each in its log, before all verifiers: the code of the page, /verify.mjs
// and the one in Python. Each is right, and none is once a field of it was altered.

import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OLD_IEO_RULE } from '#domain/ieo/allotment'
import { FIXING_RULE } from '#domain/invest/fixing'
import { OLD_QUIZ_BET_RULE } from '#domain/quiz/bet-receipt'
import { OLD_QUIZ_BETS_RULE } from '#domain/quiz/commitment'
import { OLD_QUIZ_RULE } from '#domain/quiz/receipt'
import { RECEIPT_SHAPES_BY_RULE, type Receipt, checkReceipt, loggedPart } from '#domain/receipt'
import { call, ok, seed } from '../api/client'
import { altered } from '../fairness/altered'
import { pythonInput } from '../fairness/python-input'
import { HASHING } from '../kit/hashing'
import type { Answered, Asked } from '../kit/verifiers'
import * as stories from './receipt-stories'
import { goOn, renewed, setClock } from './site-clock'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** Receipts of these have been published; no site makes them any more. */
const OLD: readonly string[] = [OLD_IEO_RULE, OLD_QUIZ_RULE, OLD_QUIZ_BETS_RULE, OLD_QUIZ_BET_RULE]
const at = (text: string): number => Date.parse(`${text}Z`)

/** Texts of the receipts, and files of what proves them. */
let bodies: readonly string[] = []
let beside: Readonly<Record<string, string>> = {}
let receipts: readonly Receipt[] = []

beforeAll(async () => {
  // A Tuesday in the session of the shares.
  setClock(at('2027-06-15T15:00'))
  await seed()
  const site = await stories.openSite()
  await stories.buyShares(site, '2027-06-16')
  await stories.invest(site, at('2027-06-17T08:00'))
  await stories.lend(site)
  await stories.trade(site, 4)
  await stories.play(site)
  await stories.trigger(site)
  await stories.drawBoxes(site)
  const bets = await stories.quiz(site)
  const claims = await stories.sell(site)
  await stories.holdOvernight(site)
  for (const time of ['15T23:59:50', '16T00:00:05', '16T08:00:05', '16T16:00']) await goOn(at(`2027-06-${time}`))
  // The window of a fixing, whose seconds are published a quarter of an hour at a time.
  for (const time of ['07:29:30', '07:44', '07:58', '08:00:10', '08:02']) await goOn(at(`2027-06-17T${time}`))
  for (const time of ['17T15:30', '18T15:30', '19T15:30', '19T15:31', '19T15:32']) await goOn(at(`2027-06-${time}`))
  site.people = await renewed(site.people)
  await read(bets, claims)
})
afterAll(() => vi.useRealTimers())

async function read(bets: readonly Record<string, string>[], claims: readonly string[]): Promise<void> {
  const { results } = await env.DB.prepare('SELECT body FROM receipt ORDER BY no').all<{ body: string }>()
  const asked = await Promise.all([
    ...bets.map((query) => ok<Receipt>('GET', '/v1/quiz/bet-receipt', { query })),
    ...claims.map((claim_id) => ok<Receipt>('GET', '/v1/ieo/receipt', { query: { claim_id } })),
  ])
  bodies = [...results.map(({ body }) => body), ...asked.map((receipt) => JSON.stringify(receipt))]
  receipts = bodies.map((body) => JSON.parse(body) as Receipt)
  const ids = new Set(receipts.map((receipt) => HASHING.sha256(JSON.stringify(loggedPart(receipt)))))
  const proofs = await Promise.all(
    [...ids].map(async (id) => {
      const answer = await call('GET', '/v1/log/receipt', { query: { receipt_id: id } })
      return [`proof-${id}.json`, JSON.stringify(answer)] as const
    }),
  )
  beside = Object.fromEntries(proofs)
}

/** Right and altered receipts before the two verifiers that run outside. */
async function ask(texts: readonly string[]): Promise<Answered> {
  const { key } = await ok<{ key: string }>('GET', '/v1/log/checkpoint')
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.json`, text]))
  const asked: Asked = {
    files: { ...beside, ...files },
    words: ['--key', key, '--offline', ...Object.keys(files)],
    python: pythonInput([{ kind: 'all', receipts: texts.map((text) => JSON.parse(text) as unknown) }]),
  }
  const answer = await env.VERIFIERS?.fetch('http://verifiers', { method: 'POST', body: JSON.stringify(asked) })
  if (!answer) throw new Error('the rooms are bound to the verifiers')
  return answer.json<Answered>()
}

/** Problems of each receipt; none without Python. */
const saidByPython = ({ python }: Answered): readonly (readonly string[])[] | null =>
  python === null ? null : (JSON.parse(python) as { all: string[][] }).all

test('there are two hundred or more, and of each rule that exists', () => {
  expect(receipts.length).toBeGreaterThanOrEqual(200)
  const rules = Object.keys(RECEIPT_SHAPES_BY_RULE).filter((rule) => !OLD.includes(rule))
  expect([...new Set(receipts.map(({ rule }) => rule))].sort()).toEqual(rules.sort())
})

test('each is right for the page, for /verify.mjs with the proof of the log, and by the rules in words', async () => {
  expect(receipts.flatMap((receipt) => checkReceipt(receipt, HASHING))).toEqual([])
  const answered = await ask(bodies)
  const lines = answered.stdout.split('\n')
  expect([lines.filter((line) => line.endsWith(': right')).length, answered.status]).toEqual([bodies.length, 0])
  expect(lines.filter((line) => line.startsWith('  proven: checkpoint'))).toHaveLength(bodies.length)
  expect(saidByPython(answered)?.filter((problems) => problems.length > 0) ?? []).toEqual([])
})

/** Those of a fixing leave its hundreds of prices as they are. */
function variantsOf(receipt: Receipt): readonly Receipt[] {
  if (receipt.rule !== FIXING_RULE) return altered(receipt) as Receipt[]
  const { runs, ...rest } = receipt
  return altered(rest).map((each) => ({ ...(each as typeof rest), runs }))
}

const isWrong = (receipt: Receipt): boolean => checkReceipt(receipt, HASHING).length > 0

test('one altered field of each is refused by all of them', async () => {
  const forged = receipts.flatMap((receipt, index) => {
    const variants = variantsOf(receipt)
    // Of receipts of one rule, different fields.
    const from = (index * 7) % variants.length
    const rest = [...variants.slice(from), ...variants.slice(0, from)]
    return rest.find((each) => each.rule === receipt.rule && isWrong(each)) ?? []
  })
  expect(forged.length).toBe(receipts.length)
  const answered = await ask(forged.map((each) => JSON.stringify(each)))
  expect(answered.stdout.match(/^\d+\.json: WRONG$/gm)).toHaveLength(forged.length)
  expect(saidByPython(answered)?.filter((problems) => problems.length === 0) ?? []).toEqual([])
})

test('an altered field that decides nothing is refused for the log', async () => {
  const forged = receipts
    .flatMap((receipt) => ('salt' in receipt ? { ...receipt, salt: 'a'.repeat(receipt.salt.length) } : []))
    .filter((each) => !isWrong(each))
  expect(forged.length).toBeGreaterThan(100)
  const { stdout, status } = await ask(forged.map((each) => JSON.stringify(each)))
  expect([stdout.match(/not proven: that it is in the log/g)?.length, status]).toEqual([forged.length, 1])
})
