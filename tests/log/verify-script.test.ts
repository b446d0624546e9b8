// /verify.mjs as a user runs it: the built file, beside files of the API.

import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COSIGNATURE_KEY, writePublicKey } from '#domain/log/note'
import type { TickRound } from '#domain/log/leaf'
import type { ReceiptProof, RoundProof } from '#domain/log/proof'
import { FUTURES_RULE, type FuturesReceipt } from '#domain/futures/receipt'
import { IEO_RULE, listEntry } from '#domain/ieo/allotment'
import { claimEntry, claimsReceipt, listReceipt } from '#domain/ieo/commitment'
import { leafText } from '#domain/merkle'
import { betReceipt } from '#domain/quiz/bet-receipt'
import { betsReceipt, oldBetsReceipt } from '#domain/quiz/commitment'
import type { QuizReceipt } from '#domain/quiz/receipt'
import type { Receipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { testKey } from './crypto'
import { KEY, feed, logOf, option } from './logged-option'
import { FORGED, HONEST, ROUNDS } from './settled-quiz'

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const entryPoints = [join(import.meta.dirname, '../../scripts/verify-receipt.mjs')]
  const outfile = join(folder, 'verify.mjs')
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the script with files by name; a value is written as JSON, a text as it is. */
function run(files: Readonly<Record<string, unknown>>, ...options: readonly string[]) {
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const { stdout, stderr, status } = spawnSync(process.execPath, ['verify.mjs', ...options, ...Object.keys(files)], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return { stdout, status }
}

const KEY_TEXT = writePublicKey(KEY.key)
const rounds = feed(120)
const logged = logOf(rounds, option(rounds, 50))
const { body, proof, roundProof } = logged
const WITNESS = testKey('witness.example', COSIGNATURE_KEY, 5)
const STRANGER = testKey('witness.example', COSIGNATURE_KEY, 6)
const SEEN = 1_763_715_700
const KEYS = ['--key', KEY_TEXT, '--witness', writePublicKey(WITNESS.key)] as const

const wireRound = <Round extends TickRound>({ round: { lateSymbol, ...round }, ...rest }: Round) => ({
  ...rest,
  round: { ...round, late_symbol: lateSymbol },
})

/** As the API writes it. */
const wire = ({ ticks, ...rest }: ReceiptProof) => ({
  type: 'ok',
  message: {
    ...rest,
    ticks: ticks.map((tick) => {
      if (!tick) return null
      const { beforeRound, ...own } = tick
      return { ...wireRound(own), before_round: beforeRound && wireRound(beforeRound) }
    }),
  },
})

test('a round is proven with the key, by the text that an order’s answer had', () => {
  const { round, ...rest } = roundProof(70)
  const { lateSymbol, ...named } = round
  const file = { type: 'ok', message: { ...rest, round: { ...named, late_symbol: lateSymbol } } }
  const { stdout, status } = run({ 'round.json': file }, '--key', KEY_TEXT)
  expect([status, stdout]).toEqual([0, expect.stringContaining(`the round 71|${round.at}||${round.digest}`)])
  expect(run({ 'round.json': file })).toMatchObject({ status: 1, stdout: expect.stringContaining('--key') as string })
  const other = { ...file, message: { ...file.message, round: { ...file.message.round, at: round.at + 1_000 } } }
  expect(run({ 'round.json': other }, '--key', KEY_TEXT)).toMatchObject({ status: 1 })
})

describe('a receipt', () => {
  test('with its proof and the key of the log is proven', () => {
    const { stdout, status } = run({ 'receipt.json': body, 'proof.json': wire(proof) }, '--key', KEY_TEXT)
    expect(status).toBe(0)
    expect(stdout).toContain('receipt.json: right\n')
    expect(stdout).toContain('proven: checkpoint 5 covers it')
    expect(stdout).toContain('proven: tick 81 of BTC-USDT is the first that counts')
    expect(stdout).not.toContain('not proven')
  })

  test('without a proof is right, and refused where the key is given', () => {
    const alone = run({ 'receipt.json': body })
    expect([alone.status, alone.stdout.split('\n')[0]]).toEqual([0, 'receipt.json: right'])
    expect(alone.stdout).toContain('not proven')
    expect(run({ 'receipt.json': body }, '--key', KEY_TEXT).status).toBe(1)
  })

  test('whose exit was chosen nine seconds late is refused', () => {
    const forged = logOf(rounds, option(rounds, 50, 89))
    const { stdout, status } = run({ 'receipt.json': forged.body, 'proof.json': wire(forged.proof) }, '--key', KEY_TEXT)
    expect(status).toBe(1)
    expect(stdout).toContain('WRONG: tick 90 of BTC-USDT is not the first that counts')
  })

  test('is read in every answer of the API', () => {
    const id = 'a'.repeat(64)
    for (const answer of [
      { type: 'ok', message: { receipt_id: id, body } },
      { type: 'ok', message: [{ no: 1, receipt_id: id, body }] },
      { type: 'ok', message: JSON.parse(body) as unknown },
    ])
      expect(run({ 'answer.json': answer }).stdout).toContain('answer.json: right')
    const two = [option(rounds, 50), option(rounds, 51)].map((each) => ({ body: JSON.stringify(each) }))
    expect(run({ 'answer.json': { type: 'ok', message: two } }).stdout.match(/: right/g)).toHaveLength(2)
  })
})

describe('two histories', () => {
  const other = feed(120, [], 62_000)
  const [one, two] = [logged, logOf(other, option(other, 50))]
  const file = ({ round: { lateSymbol, ...round }, ...rest }: RoundProof) => ({
    type: 'ok',
    message: { ...rest, round: { ...round, late_symbol: lateSymbol } },
  })

  test('of one order are named, in one log or in two, and without a log', () => {
    const { stdout, status } = run({ 'one.json': one.body, 'two.json': two.body })
    expect([status, stdout]).toEqual([1, expect.stringContaining('WRONG: order 7 has two receipts that differ')])
    expect(run({ 'one.json': one.body, 'same.json': one.body }).status).toBe(0)
  })

  test('of one close of a position are named, and two closes of it are right', () => {
    const closed = (rounds: ReturnType<typeof feed>, acceptedAfter = 400): FuturesReceipt => {
      const tick = rounds[50]?.ticks[0]
      if (!tick) throw new Error('the feed has it')
      const price = parseInt(tick.price.replace('.', ''), 10)
      return {
        ...{ rule: FUTURES_RULE, cause: 'user', at: tick.at, ticks: [tick], acceptedAt: tick.at - acceptedAfter },
        position: {
          ...{ no: 3, symbol: 'BTC-USDT', direction: 'long', mode: 'isolated', lots: 100, openSteps: 600_000 },
          ...{ margin: '600000000', maintenanceRate: '500000', takeProfit: null, stopLoss: null },
          ...{ priceDecimals: 1, stepValue: '100', spread: '0' },
        },
        ...{ lots: 50, available: null, others: [], price, result: String((price - 600_000) * 5_000) },
      }
    }
    const text = (receipt: FuturesReceipt) => JSON.stringify(receipt)
    const { stdout, status } = run({ 'one.json': text(closed(feed(60))), 'two.json': text(closed(other)) })
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('WRONG: a close of position 3 has two receipts that differ'),
    ])
    expect(run({ 'one.json': text(closed(feed(60))), 'two.json': text(closed(other, 300)) }).stdout).not.toContain(
      'differ',
    )
  })

  test('of one round are named, whether a receipt or an order’s answer shows it', () => {
    const files = { 'held.json': file(one.roundProof(50)), 'two.json': two.body, 'p.json': wire(two.proof) }
    const { stdout, status } = run(files, '--key', KEY_TEXT)
    expect([status, stdout]).toEqual([1, expect.stringContaining('WRONG: round 51 was logged twice: 51|')])
    const same = { 'held.json': file(one.roundProof(50)), 'one.json': one.body, 'p.json': wire(one.proof) }
    expect(run(same, '--key', KEY_TEXT).status).toBe(0)
    // A proof of another log is none.
    expect(
      run(
        {
          ...same,
          'no.json': { type: 'ok', message: { ...file(two.roundProof(50)).message, checkpoint: one.proof.checkpoint } },
        },
        '--key',
        KEY_TEXT,
      ).stdout,
    ).not.toContain('logged twice')
  })

  test('of one tick, in rounds of different numbers, are named', () => {
    const shifted = feed(121, [0], 62_000)
    const forged = logOf(shifted, option(shifted, 51))
    const files = {
      'one.json': one.body,
      'p.json': wire(one.proof),
      'two.json': forged.body,
      'q.json': wire(forged.proof),
    }
    expect(run(files, '--key', KEY_TEXT).stdout).toContain('WRONG: tick 51 of BTC-USDT was logged twice')
  })
})

describe('a receipt that two readers could read differently', () => {
  test.each([
    ['a field that stands twice', body.replace('"paid":', '"paid":"9000000","paid":')],
    ['a number in another spelling', body.replace('"seconds":30', '"seconds":30.0')],
    ['a letter as a code', body.replace('"rule":"options-1"', '"rule":"options\\u002d1"')],
  ])('by %s is refused', (_, text) => {
    expect(text).not.toBe(body)
    const { stdout, status } = run({ 'receipt.json': text })
    expect([status, stdout]).toEqual([1, expect.stringContaining('its text is not the one that its rule writes')])
  })
})

describe('bets of the quiz', () => {
  test('whose payout is of the first version say that fee and options were not committed to', () => {
    const { options, question: _, ...rest } = HONEST
    const { committedAt: at, bets } = HONEST
    const commitment = HASHING.sha256(JSON.stringify(oldBetsReceipt(HASHING.sha256, { ...HONEST, at, bets })))
    const old = { ...rest, rule: 'quiz-2', optionCount: options.length, commitment }
    const { stdout, status } = run({ 'old.json': JSON.stringify(old) })
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('not proven: that its fee and options are those of the bets'),
    ])
    // Bets that were committed to by the second version and paid by the first have two commitments.
    const shown = JSON.stringify(betsReceipt(HASHING.sha256, { ...HONEST, at, bets }))
    expect(run({ 'old.json': JSON.stringify(old), 'shown.json': shown })).toMatchObject({ status: 1 })
  })

  const judge = (receipt: QuizReceipt, isBefore: boolean, isShown = true) => {
    const other = { name: receipt.commitment, isBefore }
    const { body: settled, proof: own, otherProof } = logOf(ROUNDS, receipt, KEY, other)
    const shown = isShown ? { 'bets-proof.json': wire(otherProof) } : {}
    return run({ 'quiz.json': settled, 'quiz-proof.json': wire(own), ...shown }, '--key', KEY_TEXT)
  }

  test('are proven by their commitment before the answer, and not without it', () => {
    expect(judge(HONEST, true).stdout).toContain(
      'proven: leaf 1 committed to its bets, fee and options before the answer',
    )
    expect(judge(HONEST, true, false).stdout).toContain(
      'not proven: that its bets, fee and options were committed to before the answer',
    )
  })

  test('that were shown to a bettor and are not those of the payout are refused', () => {
    const { committedAt: at, bets } = HONEST
    const shown = betsReceipt(HASHING.sha256, { ...HONEST, at, bets: bets.slice(1) })
    const { stdout, status } = run({ 'shown.json': JSON.stringify(shown), 'paid.json': JSON.stringify(HONEST) })
    expect([status, stdout]).toEqual([1, expect.stringContaining('WRONG: the bets of event 1 have two receipts')])
    const same = betsReceipt(HASHING.sha256, { ...HONEST, at, bets })
    expect(run({ 'shown.json': JSON.stringify(same), 'paid.json': JSON.stringify(HONEST) }).status).toBe(0)
  })

  test('say that their time is the site’s word', () => {
    const shown = betsReceipt(HASHING.sha256, { ...HONEST, at: HONEST.committedAt })
    const said = `not proven: that it was committed to at ${new Date(HONEST.committedAt).toISOString()}`
    for (const receipt of [shown, HONEST]) expect(run({ 'it.json': JSON.stringify(receipt) }).stdout).toContain(said)
  })

  test.each([
    ['fee', { feeRate: '9000000' }],
    ['options', { options: ['Nobody', 'The café'] }],
    ['question', { question: 'Who loses?' }],
  ])('whose %s was another one as they were committed to are refused', (_, shown) => {
    const changed = betsReceipt(HASHING.sha256, { ...HONEST, at: HONEST.committedAt, ...shown })
    const commitment = HASHING.sha256(JSON.stringify(changed))
    const { stdout, status } = run({ 'paid.json': JSON.stringify({ ...HONEST, commitment }) })
    expect([status, stdout]).toEqual([1, expect.stringContaining('the bets, the fee or the options are not those')])
  })

  test('with a winning one that was added after the answer are refused', () => {
    const { stdout, status } = judge(FORGED, false)
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('WRONG: leaf 3 committed to its bets, fee and options after the answer'),
    ])
  })
})

describe('an allotment and a bet', () => {
  const ENDED = ROUNDS[0]?.at ?? 0
  const [tick] = ROUNDS[80]?.ticks ?? []
  const of = { claim: 1, applied: 10, first: 1, before: 0, inAll: 10 }
  const rootOver = (entry: string) => HASHING.sha256(leafText(entry))
  const sale = claimsReceipt({
    ...{ at: ENDED, project: 3, token: 'NEW', endsAt: ENDED, supply: 4, cap: 10, total: 10, claims: 1 },
    root: rootOver(claimEntry(3, of)),
  })
  const list = listReceipt(HASHING.sha256, sale, {
    ...{ at: (tick?.at ?? 0) + 1, ticks: tick ? [tick] : [], last: null },
    root: rootOver(listEntry({ ...of, project: 3, allotted: 4 })),
  })
  const share = { rule: IEO_RULE, sale, list, ...of, allotted: 4, index: 0, claimPath: [], path: [] } as const

  const judge = (isBefore: boolean, shown = share as object) => {
    const { proof: own, otherProof } = logOf(ROUNDS, list, KEY, { name: list.commitment, isBefore })
    const files = {
      'ieo.json': { type: 'ok', message: shown },
      'list.json': wire(own),
      'claims.json': wire(otherProof),
    }
    return run(files, '--key', KEY_TEXT)
  }

  test('are proven by the logged lists that have them', () => {
    const { stdout, status } = judge(true)
    expect(stdout).toContain(`the name of its list is ${HASHING.sha256(JSON.stringify(list))}`)
    expect(stdout).toContain('proven: leaf 1 committed to its applications before the sharing')
    expect(stdout).toContain('not proven: its total, and the other allotments')
    expect(status).toBe(0)
    const bet = { key: 'k', option: 1, stake: '5', at: ENDED - 1 }
    const terms = { asset: 'USDT', feeRate: '0', question: 'Who?', options: ['One', 'Two'] }
    const bets = betsReceipt(HASHING.sha256, { ...terms, at: ENDED, event: 1, closesAt: ENDED, bets: [bet] })
    const own = betReceipt(HASHING.sha256, { receipt: bets, bets: [bet], key: 'k' })
    const proof = wire(logOf(ROUNDS, bets).proof)
    const judged = run({ 'bet.json': { type: 'ok', message: own }, 'bets.json': proof }, '--key', KEY_TEXT)
    expect([judged.status, judged.stdout]).toEqual([0, expect.stringContaining('proven: checkpoint')])
    expect(run({ 'bet.json': { type: 'ok', message: { ...own, stake: '6' } } }).stdout).toContain(
      'not one of the committed',
    )
    // Without the proof of its list it is right, and refused where the key is given.
    expect(run({ 'bet.json': { type: 'ok', message: own } }).status).toBe(0)
    expect(run({ 'bet.json': { type: 'ok', message: own } }, '--key', KEY_TEXT).status).toBe(1)
  })

  test('are judged with the whole list of the sale', () => {
    const names = { claims_receipt_id: list.commitment, list_receipt_id: HASHING.sha256(JSON.stringify(list)) }
    const block = (allotted: number) => ({
      ...{ supply_total: 10, root: list.root, blocks: 1, ...names },
      list: [{ claim_id: 1, first_claim_id: 1, applied: 10, allotted }],
    })
    const judgeWith = (allotted: number) =>
      run({ 'ieo.json': JSON.stringify(share), 'all.json': { type: 'ok', message: block(allotted) } })
    const right = judgeWith(4)
    expect([right.status, right.stdout]).toEqual([
      0,
      expect.stringContaining('proven: the total, and all 1 allotments'),
    ])
    expect(judgeWith(5)).toMatchObject({ status: 1, stdout: expect.stringContaining('WRONG: application 1') as string })
  })

  test('of applications that were committed to after the sharing are refused', () => {
    const { stdout, status } = judge(false)
    expect([status, stdout]).toEqual([1, expect.stringContaining('committed to its applications after the sharing')])
  })

  test('of another list than the logged one are refused', () => {
    const other = listReceipt(HASHING.sha256, sale, { ...list, at: list.at + 1 })
    expect(judge(true, { ...share, list: other }).status).toBe(1)
  })
})

describe('a witness', () => {
  const files = { 'receipt.json': body, 'proof.json': wire(proof) }
  const cosigned = (size: number, by = WITNESS) => ({ 'seen.txt': logged.cosigned(size, by, SEEN) })
  const between = (from: number, to: number) => ({
    'between.json': { type: 'ok', message: logged.consistency(from, to) },
  })

  test('that cosigned the checkpoint of a proof is named with the time of its look', () => {
    const { stdout, status } = run({ ...files, ...cosigned(5) }, ...KEYS)
    expect(stdout).toContain('proven: cosigned by witness.example, which saw checkpoint 5 at 2025-11-21T09:01:40.000Z')
    expect(status).toBe(0)
  })

  test('that cosigned another checkpoint counts with the proof between both, from the receipt’s leaf on', () => {
    expect(run({ ...files, ...cosigned(4) }, ...KEYS).stdout).toContain('not proven: cosigned by witness.example')
    const { stdout, status } = run({ ...files, ...cosigned(4), ...between(4, 5) }, ...KEYS)
    expect([status, stdout]).toEqual([0, expect.stringContaining('which saw checkpoint 4 at')])
    // Leaf 3 is the receipt: three leaves do not hold it.
    expect(run({ ...files, ...cosigned(3), ...between(3, 5) }, ...KEYS).status).toBe(1)
    expect(run({ ...files, ...cosigned(4), ...between(3, 5) }, ...KEYS).status).toBe(1)
  })

  test('that cosigned nothing, or whose key is another, refuses the receipt', () => {
    expect(run(files, ...KEYS).status).toBe(1)
    const { stdout, status } = run({ ...files, ...cosigned(5, STRANGER) }, ...KEYS)
    expect([status, stdout]).toEqual([1, expect.stringContaining('not proven: cosigned by witness.example')])
    expect(run(files, '--witness', writePublicKey(WITNESS.key)).stdout).toContain('--witness needs --key')
    expect(run(files, '--key', KEY_TEXT, '--witness', KEY_TEXT).stdout).toContain('no public key of a witness')
  })

  test('that cosigned another log of that size shows the fork', () => {
    const other = logOf(feed(120, [], 62_000), option(rounds, 50))
    const { stdout, status } = run({ ...files, 'seen.txt': other.cosigned(5, WITNESS, SEEN) }, ...KEYS)
    expect([status, stdout]).toEqual([1, expect.stringContaining('WRONG: witness.example cosigned another log')])
  })
})

describe('proofs', () => {
  test('are read from files beside the receipt with --offline', () => {
    const alone = join(folder, 'beside')
    mkdirSync(alone)
    const files = { 'receipt.json': body, 'p.json': wire(proof), 'seen.txt': logged.cosigned(5, WITNESS, SEEN) }
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(alone, name), typeof content === 'string' ? content : JSON.stringify(content))
    const offline = ['--offline', 'beside/receipt.json'] as const
    const { stdout, status } = run({}, ...KEYS, ...offline)
    expect([status, stdout]).toEqual([0, expect.stringContaining('proven: cosigned by witness.example')])
    rmSync(join(alone, 'p.json'))
    expect(run({}, ...KEYS, ...offline)).toMatchObject({ status: 1 })
    expect(run({}, ...offline).stdout).toContain('--offline needs --key')
    expect(run({}, ...KEYS, ...offline, '--site', 'https://cm.example').stdout).toContain('--offline asks no site')
  })

  test('are asked from a site with --site', async () => {
    const answers: Readonly<Record<string, unknown>> = {
      '/api/v1/log/receipt': wire(proof),
      '/api/v1/log/consistency': { type: 'ok', message: logged.consistency(4, 5) },
    }
    const site = createServer(({ url = '' }, answer) => {
      answer.end(JSON.stringify(answers[url.split('?')[0] ?? ''] ?? { type: 'error', message: 'no' }))
    })
    await new Promise<void>((resolve) => site.listen(0, () => resolve()))
    const { port } = site.address() as AddressInfo
    const named = ['receipt.json', 'seen.txt']
    writeFileSync(join(folder, 'receipt.json'), body)
    writeFileSync(join(folder, 'seen.txt'), logged.cosigned(4, WITNESS, SEEN))
    // Not `spawnSync`: the site answers in this process.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['verify.mjs', ...KEYS, '--site', `http://localhost:${port}`, ...named],
      { cwd: folder },
    )
    site.close()
    expect(stdout).toContain('proven: checkpoint 5 covers it')
    expect(stdout).toContain('which saw checkpoint 4 at')
  })
})

test.each(['toss', 'futures-open-1'])('a receipt of %s that the log has and nobody can read stops nothing', (rule) => {
  const wrong = logOf(rounds, { rule, ticks: [] } as unknown as Receipt)
  const files = { 'wrong.json': wrong.body, 'w.json': wire(wrong.proof), 'r.json': body, 'p.json': wire(proof) }
  const { stdout, status } = run(files, '--key', KEY_TEXT)
  expect([status, stdout]).toEqual([1, expect.stringContaining('r.json: right')])
})

test.each([
  ['no JSON', '{', 'because it is no JSON'],
  ['a number', '7', 'neither a receipt'],
  ['null', 'null', 'neither a receipt'],
  ['a list', '[]', 'neither a receipt'],
  ['an error of the API', '{"type":"error","message":"no"}', 'neither a receipt'],
  ['a body that is no receipt', '{"type":"ok","message":{"body":"{}"}}', 'neither a receipt'],
  ['an unknown rule', '{"rule":"toss"}', 'not known here'],
  ['a rule and nothing else', '{"rule":"options-1"}', 'not written as its rule says'],
  ['ticks that are no list', '{"rule":"futures-1","ticks":7}', 'not written as its rule says'],
  ['days of other fields', '{"message":[{"commitment":"a","more":1}]}', 'not as the API writes it'],
])('a file with %s is named and stops nothing', (_, text, problem) => {
  const { stdout, status } = run({ 'bad.json': text, 'receipt.json': body })
  expect(status).toBe(1)
  expect(stdout).toMatch(new RegExp(`bad\\.json[^]*${problem}`))
  expect(stdout).toContain('receipt.json: right')
})

test('a file that is not there, a key that is none and a proof without its receipt are named', () => {
  expect(run({ 'proof.json': wire(proof) }).stdout).toContain('proof.json: proof of a receipt that is not here')
  expect(run({ 'receipt.json': body }, '--key', 'nobody').stdout).toContain('nobody is no public key')
  const other = { ...wire(proof).message, more: 1 }
  expect(run({ 'proof.json': { type: 'ok', message: other } }).stdout).toContain('more is not as the API writes it')
  expect(run({ 'receipt.json': body }, 'missing.json').stdout).toContain('missing.json: cannot be read')
})
