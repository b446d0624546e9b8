import { describe, expect, test } from 'vitest'
import { utf8 } from '#domain/log/bytes'
import { writeCheckpoint } from '#domain/log/checkpoint'
import { digestOfTicks } from '#domain/log/leaf'
import { NOTE_KEY, writeNote } from '#domain/log/note'
import { type ReceiptProof, type RoundProof, checkProof, checkRoundProof } from '#domain/log/proof'
import { type ChainHead, chainTick } from '#domain/quotes/chain'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { sha256, signWith, testKey, verifySignature } from './crypto'
import { KEY, feed, logOf, option } from './logged-option'

const OTHER = testKey('cm.example/log', NOTE_KEY, 2)
const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }

const check = ({ body, receipt, proof }: Pick<ReturnType<typeof logOf>, 'body' | 'receipt' | 'proof'>) =>
  checkProof(CHECKS, body, receipt, proof)

describe('an option in the log', () => {
  test('is proven: covered, its ticks logged, each the first that counts', () => {
    const rounds = feed(120)
    const logged = logOf(rounds, option(rounds, 50))
    expect(checkReceipt(logged.receipt, HASHING)).toEqual([])
    expect(check(logged)).toEqual({
      problems: [],
      proven: [
        'checkpoint 5 covers it',
        'tick 51 of BTC-USDT is in the log',
        'tick 51 of BTC-USDT is the first that counts',
        'tick 81 of BTC-USDT is in the log',
        'tick 81 of BTC-USDT is the first that counts',
      ],
      open: [],
    })
  })

  test('whose exit came after seconds without a price is proven by the tick before', () => {
    const rounds = feed(120, [80, 81, 82])
    const { problems, proven, open } = check(logOf(rounds, option(rounds, 50, 83)))
    expect([problems, open]).toEqual([[], []])
    expect(proven.at(-1)).toBe('tick 81 of BTC-USDT is the first that counts')
  })

  test.each([1, 2, 5, 9, 10])(
    'whose exit was chosen %i seconds late is refused, although its arithmetic is right',
    (late) => {
      const rounds = feed(120)
      const logged = logOf(rounds, option(rounds, 50, 80 + late))
      expect(checkReceipt(logged.receipt, HASHING)).toEqual([])
      expect(check(logged).problems).toEqual([
        `tick ${81 + late} of BTC-USDT is not the first that counts: one was published before it`,
      ])
    },
  )

  test('is right and not proven the first where its rounds were logged again', () => {
    const rounds = feed(120)
    const { body, receipt, proof, roundProof } = logOf(rounds, option(rounds, 50), KEY, null, true)
    const { problems, proven, open } = checkProof(CHECKS, body, receipt, proof)
    expect([problems, proven.filter((line) => line.includes('first'))]).toEqual([[], []])
    for (const seq of [51, 81]) {
      expect(open).toContain(`tick ${seq} of BTC-USDT: no proof that it is the first that counts`)
      expect(open.join()).toContain(`tick ${seq} of BTC-USDT: its round was logged again after the feed went back`)
    }
    expect(checkRoundProof(CHECKS, roundProof(70)).open.join()).toContain('round 71: its round was logged again')
  })

  test('is not proven by live prices of the past that were logged after prices of later times', () => {
    // A better exit, thirty seconds after the true one was logged, and a price just before it.
    const rounds = feed(120)
    const [before, exit] = [79_000, 80_000].map((from) => (rounds[0]?.at ?? 0) + from)
    const late = [rounds.at(-1)?.ticks[0]]
    const forged = [before, exit].map((at = 0, index) => {
      const tick = { symbol: 'BTC-USDT', at, price: '99999.0', source: 'simulator' }
      const chained = chainTick(late[index], tick, HASHING.sha256)
      late.push(chained)
      const digest = digestOfTicks(HASHING.sha256, [chained.hash])
      return { no: 121 + index, at, lateSymbol: null, digest, ticks: [chained] }
    })
    const honest = option(rounds, 50)
    const ticks = 'ticks' in honest ? [honest.ticks[0], forged[1]?.ticks[0]] : []
    const receipt = { ...honest, ticks } as Receipt
    expect(checkReceipt(receipt, HASHING)).toEqual([])
    const { problems, proven, open } = check(logOf([...rounds, ...forged], receipt))
    expect(problems).toEqual([])
    expect(proven).not.toContain('tick 122 of BTC-USDT is the first that counts')
    expect(open).toEqual(['tick 122 of BTC-USDT: no proof that it is the first that counts'])
  })

  describe('for whose exit two prices of one second were published, the first of which counts,', () => {
    const first = feed(81)
    const ticksAt = (second: number) => first[second]?.ticks ?? []
    const [entry, due] = [ticksAt(50)[0], ticksAt(80)[0]]
    const settledBy = (at: number, lateSymbol: string | null) => {
      const last = { symbol: 'BTC-USDT', at, price: '60000.0', source: 'simulator' }
      const tick = chainTick(due, last, HASHING.sha256)
      const digest = digestOfTicks(HASHING.sha256, [tick.hash])
      const rounds = [...first, { no: 82, at, lateSymbol, digest, ticks: [tick] }]
      const ticks = [entry, tick]
      const logged = logOf(rounds, { ...option(feed(120), 50), outcome: 'lost', paid: '0', at, ticks } as Receipt)
      expect(checkReceipt(logged.receipt, HASHING)).toEqual([])
      const shown = logged.proof.ticks.map((each, index) =>
        each && index === 1 ? { ...each, round: { ...each.round, lateSymbol } } : each,
      )
      return check({ ...logged, proof: { ...logged.proof, ticks: shown } })
    }

    test.each([
      ['the same instant', 0, null],
      ['a fraction of a second later', 700, null],
      ['a price of a past second', 0, 'BTC-USDT'],
    ])('is refused with the second: %s', (_, later, lateSymbol) => {
      expect(settledBy((due?.at ?? 0) + later, lateSymbol).problems).toEqual([
        'tick 82 of BTC-USDT is not the first that counts: one was published before it',
      ])
    })
  })

  test('whose first tick hides behind a late round of an earlier second is not proven to be decided by the first', () => {
    const live = feed(81)
    const [entry, due] = [live[50]?.ticks[0], live[80]?.ticks[0]]
    const add = (after: ChainHead | undefined, at: number, lateSymbol: string | null) => {
      const tick = chainTick(after, { symbol: 'BTC-USDT', at, price: '60000.0', source: 'simulator' }, HASHING.sha256)
      return { round: { at, lateSymbol, digest: digestOfTicks(HASHING.sha256, [tick.hash]), ticks: [tick] }, tick }
    }
    const late = add(due, (due?.at ?? 0) - 10_500, 'BTC-USDT')
    const chosen = add(late.tick, (due?.at ?? 0) + 5_000, null)
    const rounds = [...live, { no: 82, ...late.round }, { no: 83, ...chosen.round }]
    const settled = {
      ...option(feed(120), 50),
      outcome: 'lost',
      paid: '0',
      at: chosen.tick.at,
      ticks: [entry, chosen.tick],
    }
    const logged = logOf(rounds, settled as Receipt)
    expect(checkReceipt(logged.receipt, HASHING)).toEqual([])
    const name = 'tick 83 of BTC-USDT'
    expect(check(logged).open).toEqual([`${name}: no proof that it is the first that counts`])
    // A late round that is said to be live, or left out.
    const last = logged.proof.ticks[1]
    const lie = (beforeRound: unknown) =>
      check({
        ...logged,
        proof: { ...logged.proof, ticks: [logged.proof.ticks[0] ?? null, { ...last, beforeRound } as never] },
      })
    const { beforeRound } = last ?? {}
    expect(lie({ ...beforeRound, round: { ...beforeRound?.round, lateSymbol: null } }).problems).toEqual([
      `${name} follows a tick that is in no round of its proof`,
    ])
    expect(lie(logged.proof.ticks[0]?.beforeRound).problems).toEqual([
      `${name} follows a tick that is in no round of its proof`,
    ])
    expect(lie(null).open).toHaveLength(1)
  })

  test('whose prices were invented with their hashes computed anew has no proof of them', () => {
    const rounds = feed(120)
    const invented = feed(120, [], 62_000)
    const forged = option(invented, 50)
    expect(checkReceipt(forged, HASHING)).toEqual([])
    const real = logOf(rounds, option(rounds, 50))
    // Its name is in the log, but no round is.
    expect(check(logOf(rounds, forged)).problems).toHaveLength(2)
    // The proof of true ticks, and that of an invented log.
    expect(
      check({
        ...logOf(rounds, forged),
        proof: { ...logOf(rounds, forged).proof, ticks: real.proof.ticks, rounds: real.proof.rounds },
      }).problems,
    ).toHaveLength(2)
    expect(check(logOf(invented, forged, OTHER)).problems).toEqual([
      'the checkpoint is not signed by the key of the log',
    ])
  })

  test('is not proven by the proof of another', () => {
    const rounds = feed(120)
    const [mine, other] = [logOf(rounds, option(rounds, 50)), logOf(rounds, option(rounds, 51))]
    expect(check({ ...mine, proof: other.proof }).problems).toEqual(['the leaf is that of another receipt'])
  })
})

type Path = readonly (string | number)[]
/** Every text, number and null of a value. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))
}

function changedAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return change(value)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[name] = changedAt(copy[name], rest, change)
  return copy
}

const swapped = (text: string, at: number): string => {
  const letter = text[at] === '0' ? '1' : '0'
  return text.slice(0, at) + letter + text.slice(at + 1)
}
const CHANGES: readonly ((old: unknown) => unknown)[] = [
  (old) => (typeof old === 'number' ? old + 1 : typeof old === 'string' ? swapped(old, 0) : 'BTC-USDT'),
  (old) => (typeof old === 'number' ? old - 1 : typeof old === 'string' ? swapped(old, old.length - 2) : 'ETH-USDT'),
  (old) => (typeof old === 'number' ? old + 1000 : typeof old === 'string' ? old.slice(1) : ''),
  (old) => (typeof old === 'number' ? -old - 1 : typeof old === 'string' ? `${old}0` : 'LTC-USDT'),
]

describe('of every change to one value', () => {
  const rounds = feed(120)
  const logged = logOf(rounds, option(rounds, 50))

  test('of a proof, none is accepted', () => {
    const accepted: string[] = []
    let tried = 0
    for (const path of placesOf(logged.proof))
      for (const change of CHANGES) {
        const proof = changedAt(logged.proof, path, change) as ReceiptProof
        if (JSON.stringify(proof) === JSON.stringify(logged.proof)) continue
        tried += 1
        if (check({ ...logged, proof }).problems.length === 0) accepted.push(path.join('.'))
      }
    expect(accepted).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })

  test('of a receipt, none is accepted with its proof', () => {
    for (const path of placesOf(logged.receipt))
      for (const change of CHANGES) {
        const receipt = changedAt(logged.receipt, path, change) as Receipt
        const body = JSON.stringify(receipt)
        if (body !== logged.body) expect(check({ ...logged, receipt, body }).problems).not.toEqual([])
      }
  })

  test('of hashes, lists and rounds that are left out, none is accepted', () => {
    for (const name of ['ticks', 'rounds'] as const)
      expect(
        check({ ...logged, proof: { ...logged.proof, [name]: logged.proof[name].slice(1) } }).problems,
      ).not.toEqual([])
    const cut = {
      ...logged.proof,
      ticks: logged.proof.ticks.map((each) => each && { ...each, hashes: each.hashes.slice(1) }),
    }
    expect(check({ ...logged, proof: cut }).problems).toHaveLength(2)
  })
})

describe('a round that an order’s answer named', () => {
  const rounds = feed(120)
  const { roundProof } = logOf(rounds, option(rounds, 50))

  test('is proven with the text that the answer had', () => {
    const { no, at, digest } = roundProof(70).round
    expect(checkRoundProof(CHECKS, roundProof(70))).toEqual({
      problems: [],
      proven: [`checkpoint 5 covers the round ${no}|${at}||${digest}`],
      open: [],
    })
  })

  test('is not proven when one value of it or of its proof is another', () => {
    const proof = roundProof(70)
    const accepted = placesOf(proof).flatMap((path) =>
      CHANGES.flatMap((change) => {
        const other = changedAt(proof, path, change) as RoundProof
        const isSame = JSON.stringify(other) === JSON.stringify(proof)
        return isSame || checkRoundProof(CHECKS, other).problems.length > 0 ? [] : [path.join('.')]
      }),
    )
    expect(accepted).toEqual([])
    expect(checkRoundProof(CHECKS, { ...proof, round: roundProof(71).round }).problems).toHaveLength(1)
  })
})

test('a checkpoint of another log, signed by the same key, covers nothing', () => {
  const rounds = feed(120)
  const { body, receipt, proof } = logOf(rounds, option(rounds, 50))
  const text = writeCheckpoint({ origin: 'cm.example/log', size: proof.inclusion.size, root: sha256(utf8('fork')) })
  const signature = { name: KEY.key.name, id: KEY.key.id, signature: signWith(KEY.seed, utf8(text)) }
  const fork = { ...proof, checkpoint: writeNote({ text, signatures: [signature] }) }
  expect(check({ body, receipt, proof: fork }).problems).toEqual(['the receipt is not in the log of that checkpoint'])
})
