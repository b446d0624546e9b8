// Receipts of every rule as a running site makes them, with what proves each in its log, before all verifiers: the code of the page, /verify.mjs
// and the one in Python. Each is right, and none is once a field of it was altered.

import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listDone } from '#db/platform/liability'
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
import { LONG } from '../kit/long'
import type { Answered, Asked } from '../kit/verifiers'
import * as stories from './receipt-stories'
import { goOn, renewed, setClock } from './site-clock'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 })

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
  await stories.trade(site)
  await stories.play(site)
  await stories.trigger(site)
  await stories.drawBoxes(site)
  const { bets, claims } = await stories.quizAndSale(site)
  await stories.holdOvernight(site)
  for (const time of ['16T00:00:05', '16T16:00']) await goOn(at(`2027-06-${time}`))
  // The window of a fixing, whose seconds are published a quarter of an hour at a time.
  for (const time of ['07:29:30', '07:44', '07:58', '08:00:10', '08:02']) await goOn(at(`2027-06-17T${time}`))
  for (const time of ['18T15:30', '19T15:30', '19T15:31', '19T15:32']) await goOn(at(`2027-06-${time}`))
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
  const ids = new Set(receipts.map(nameOf))
  const proofs = await Promise.all(
    [...ids].map(async (id) => {
      const answer = await call('GET', '/v1/log/receipt', { query: { receipt_id: id } })
      return [`proof-${id}.json`, JSON.stringify(answer)] as const
    }),
  )
  beside = Object.fromEntries(proofs)
}

/** In the log. */
const nameOf = (receipt: Receipt): string => HASHING.sha256(JSON.stringify(loggedPart(receipt)))

/** Receipts before verify.mjs, with what shall prove them in the log. */
const askScript = (texts: readonly string[], proofs: typeof beside): Promise<Answered> => run(texts, proofs, null)

/** Right and altered receipts before the two verifiers that run outside. */
const ask = (texts: readonly string[]): Promise<Answered> =>
  run(texts, beside, pythonInput([{ kind: 'all', receipts: texts.map((text) => JSON.parse(text) as unknown) }]))

async function run(texts: readonly string[], proofs: typeof beside, python: string | null): Promise<Answered> {
  const { key } = await ok<{ key: string }>('GET', '/v1/log/checkpoint')
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.json`, text]))
  const asked: Asked = {
    files: { ...proofs, ...files },
    words: ['--key', key, '--offline', ...Object.keys(files)],
    python,
  }
  const answer = await env.VERIFIERS?.fetch('http://verifiers', { method: 'POST', body: JSON.stringify(asked) })
  if (!answer) throw new Error('the rooms are bound to the verifiers')
  return answer.json<Answered>()
}

/** Problems of each receipt; none without Python. */
const saidByPython = ({ python }: Answered): readonly (readonly string[])[] | null =>
  python === null ? null : (JSON.parse(python) as { all: string[][] }).all

test('there is one of each rule that exists, and two hundred in the long form', () => {
  expect(receipts.length).toBeGreaterThanOrEqual(LONG ? 200 : 20)
  const rules = Object.keys(RECEIPT_SHAPES_BY_RULE).filter((rule) => !OLD.includes(rule))
  expect([...new Set(receipts.map(({ rule }) => rule))].sort()).toEqual(rules.sort())
})

test('each is right for the page, for /verify.mjs with the proof of the log, and by the rules in words', async () => {
  expect(receipts.flatMap((receipt) => checkReceipt(receipt, HASHING))).toEqual([])
  const answered = await ask(bodies)
  const lines = answered.stdout.split('\n')
  expect(lines.filter((line) => line.includes('WRONG'))).toEqual([])
  expect([lines.filter((line) => line.endsWith(': right')).length, answered.status]).toEqual([bodies.length, 0])
  expect(lines.filter((line) => line.startsWith('  proven: checkpoint'))).toHaveLength(bodies.length)
  expect(saidByPython(answered)?.filter((problems) => problems.length > 0) ?? []).toEqual([])
})

test('the accounts that made them come to a tree of liabilities, a liquidated loan among them', async () => {
  expect((await listDone(env.DB, 1)).map(({ day }) => day)).toEqual(['2027-06-19'])
})

/** Of each rule as many; one in the short form. */
const FORGED_FROM = LONG ? 3 : 1
const some = (): readonly Receipt[] =>
  [...Map.groupBy(receipts, ({ rule }) => rule).values()].flatMap((each) => each.slice(0, FORGED_FROM))

/** Those of a fixing leave its hundreds of prices as they are. */
function variantsOf(receipt: Receipt): readonly Receipt[] {
  if (receipt.rule !== FIXING_RULE) return altered(receipt) as Receipt[]
  const { runs, ...rest } = receipt
  return altered(rest).map((each) => ({ ...(each as typeof rest), runs }))
}

const isWrong = (receipt: Receipt): boolean => checkReceipt(receipt, HASHING).length > 0

/** What verify.mjs says of each file, in the order of the texts. */
function saidOfEach({ stdout }: Answered): readonly string[] {
  const said = stdout.split(/^(?=\d+\.json: )/m).filter((part) => /^\d+\.json: /.test(part))
  return said.sort((one, other) => parseInt(one, 10) - parseInt(other, 10))
}

const REFUSED =
  /: WRONG\n {2}\S|^ {2}WRONG: \S|not proven: that it is in the log|: neither a receipt nor an answer with one$/m

test('no alteration of a field is accepted by any of them, and each has its reason', async () => {
  const forged = some().flatMap(variantsOf)
  expect(forged.length).toBeGreaterThan(LONG ? 2_000 : 700)
  const verdicts = forged.map(isWrong)
  // A field that decides nothing is refused for the log: it has another name there.
  const names = forged.filter((_, at) => verdicts[at] === false).map((each) => `proof-${nameOf(each)}.json`)
  expect(names.filter((name) => name in beside)).toEqual([])
  const answered = await ask(forged.map((each) => JSON.stringify(each)))
  const said = saidOfEach(answered)
  expect(said).toHaveLength(forged.length)
  expect(said.filter((each) => !REFUSED.test(each))).toEqual([])
  expect(saidByPython(answered)?.map((problems) => problems.length > 0) ?? verdicts).toEqual(verdicts)
})

interface WireProof {
  readonly checkpoint: string
  readonly inclusion: { readonly leaf: number; readonly size: number; readonly text: string; readonly path: string[] }
  readonly ticks: readonly unknown[]
}
const flipped = (text: string): string => text.replace(/^./, (letter) => (letter === '0' ? '1' : '0'))

/** Proofs that another log, place or receipt has. */
const PROOFS: Readonly<Record<string, (own: WireProof, other: WireProof) => WireProof>> = {
  'of another leaf': (own) => ({ ...own, inclusion: { ...own.inclusion, leaf: own.inclusion.leaf + 1 } }),
  'of another size': (own) => ({ ...own, inclusion: { ...own.inclusion, size: own.inclusion.size - 1 } }),
  'of another path': ({ inclusion, ...own }) => ({
    ...own,
    inclusion: { ...inclusion, path: inclusion.path.with(0, flipped(inclusion.path[0] ?? '')) },
  }),
  'in another order': ({ inclusion, ...own }) => ({
    ...own,
    inclusion: { ...inclusion, path: inclusion.path.toReversed() },
  }),
  'in the place of another receipt': ({ inclusion: { text }, ...own }, other) => ({
    ...own,
    inclusion: { ...other.inclusion, text },
  }),
  'of another receipt, under its own name': (own, other) => ({
    ...other,
    inclusion: { ...other.inclusion, text: own.inclusion.text },
  }),
  'with another checkpoint': ({ checkpoint, ...own }) => ({
    ...own,
    checkpoint: checkpoint.replace(/\n(\d+)\n/, (_, size: string) => `\n${parseInt(size, 10) + 1}\n`),
  }),
  'with the prices of another': (own, other) => ({ ...own, ticks: [...other.ticks, null] }),
}

test.each(Object.keys(PROOFS))('no receipt is proven by a proof %s', async (forgery) => {
  const own = some()
  const proofs = new Map(
    Object.entries(beside).map(([name, text]) => [name, (JSON.parse(text) as { message: WireProof }).message]),
  )
  const forged = Object.entries(beside).map(([name], at, all) => {
    const [mine, other] = [proofs.get(name), proofs.get(all.at(at - 1)?.[0] ?? '')]
    if (!mine || !other) throw new Error('each has a proof')
    return [name, JSON.stringify({ type: 'ok', message: PROOFS[forgery]?.(mine, other) })] as const
  })
  const texts = own.map((receipt) => JSON.stringify(receipt))
  const said = saidOfEach(await askScript(texts, Object.fromEntries(forged)))
  expect(said).toHaveLength(own.length)
  expect(said.filter((each) => !REFUSED.test(each))).toEqual([])
})
