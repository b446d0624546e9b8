// The texts that a tree of liabilities hashes, how a holding is split, which books count, and what a refused proof is told.

import { describe, expect, it } from 'vitest'
import { BookSums, type SumLine } from '#domain/desk/books'
import { holdingsOf, publicSums, reportedSums } from '#domain/liabilities/holdings'
import { LIABILITIES_SHAPE, checkLiabilityProof, liabilityProofsIn, provenText } from '#domain/liabilities/proof'
import { SUM_MAX, assetEntry, splitHolding, sumLeafText, sumNodeText } from '#domain/liabilities/tree'
import { leafText, nodeText } from '#domain/merkle'
import { amount } from '#domain/money/amount'
import { fieldsOf } from '#domain/published-forms'
import { digest, treeOf } from './small-tree'

describe('a text that is hashed', () => {
  const sums = (equity: bigint, debt: bigint) => ({ equity: amount(equity), debt: amount(debt) })

  it('of a leaf, a node and an asset has its fields between bars', () => {
    const leaf = { tree: 7, assetId: 3, holder: '12', part: 1, ...sums(70n, 52n), salt: 'ab' }
    expect(sumLeafText(leaf)).toBe('\u0000liabilities-1|7|3|12|1|70|52|ab')
    const [left, right] = [
      { hash: 'l', ...sums(1n, 2n) },
      { hash: 'r', ...sums(3n, 4n) },
    ]
    expect(sumNodeText(left, right)).toBe('\u0001l|1|2|r|3|4')
    const total = { assetId: 3, code: 'USDT', scale: 6, size: 8, hash: 'h', ...sums(5n, 6n) }
    expect(assetEntry(total)).toBe('liabilities-1|3|USDT|6|8|5|6|h')
  })

  it('is split by a draw of the tree, the asset and the holder: eight digits each for equity and debt, 32 for each salt', () => {
    const asked: string[] = []
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
    const draw = (text: string) => {
      asked.push(text)
      return `8000000040000000${one}${two}`
    }
    // 0x80000000 of 2^32 is a half, rounded down; 0x40000000 a quarter.
    const of = { tree: 7, assetId: 3, holder: '12' }
    expect(splitHolding(draw, { ...of, ...sums(101n, 8n) })).toEqual([
      { ...of, part: 0, ...sums(50n, 2n), salt: one },
      { ...of, part: 1, ...sums(51n, 6n), salt: two },
    ])
    expect(asked).toEqual(['7|3|12'])
  })
})

describe('books', () => {
  const books = (...sums: SumLine[]) => ({ sums, heard: [] })

  it('are bids of auctions as well as balances, and an asset stays that is only owned or only owed', () => {
    const counted = books(['users', 1, '5'], ['auctions', 1, '3'], ['lent', 2, '-4'], ['auctions', 3, '6'])
    expect([...holdingsOf(1, counted)]).toEqual([
      [1, { equity: 8n, debt: 0n }],
      [2, { equity: 0n, debt: 4n }],
      [3, { equity: 6n, debt: 0n }],
    ])
  })

  it('are reported with the bids of auctions, and loans with their interest', () => {
    const sums = new BookSums(books(['users', 3, '70'], ['auctions', 3, '5'], ['lent', 3, '-50'], ['interest_due', 3, '-2'])) // prettier-ignore
    expect(reportedSums(sums, 3)).toEqual({ equity: 75n, debt: 52n })
    expect(publicSums(sums, 'insurance', 3)).toEqual({ equity: 0n, debt: 0n })
  })
})

describe('a proof', () => {
  /** Made by each test: what a rule works out on the way is then part of its proof. */
  const made = () => {
    const { proofOf, total } = treeOf([100n, 200n, 300n])
    const proof = proofOf('2')
    const [first, second] = proof.parts
    if (!first || !second) throw new Error('two parts')
    const told = (differs: object) => checkLiabilityProof({ ...proof, ...differs }, digest)
    const ofAsset = (differs: object) => told({ asset: { ...proof.asset, ...differs } })
    return { proof, total, first, second, told, ofAsset }
  }

  it('of the first of two assets leads to the root from the left', () => {
    const { proof, total, told } = made()
    const sibling = digest('another asset')
    const root = digest(nodeText(digest(leafText(assetEntry(total))), sibling))
    const asset = { ...proof.asset, index: 0, path: [sibling] }
    expect(told({ asset, root })).toEqual([])
    expect(told({ asset: { ...asset, index: 1 }, root })).toEqual(['USDT is not in the list of assets of this root'])
  })

  it('is refused by the part and the reason', () => {
    const { proof, first, second, told, ofAsset } = made()
    expect(told({ parts: [first, first] })).toEqual(['both parts name the same leaf'])
    expect(told({ parts: [first, { ...second, path: second.path.slice(1) }] })).toEqual([
      'part 2 has a path that does not fit its place',
    ])
    expect(told({ parts: [{ ...first, salt: second.salt }, second] })).toEqual(['part 1 leads to another root of USDT'])
    expect(ofAsset({ path: [] })).toEqual(['the path of the asset does not fit its place'])
    expect(ofAsset({ hash: digest('another') })).toEqual([1, 2].map((part) => `part ${part} leads to another root of USDT`)) // prettier-ignore
    for (const sum of ['equity', 'debt'] as const)
      expect(ofAsset({ [sum]: String(BigInt(proof.asset[sum]) + 1n) })).toEqual(
        [1, 2].map((part) => `part ${part} leads to another root of USDT`),
      )
  })

  it('with a sum of more than 40 digits is refused for it, in what is owned and in what is owed', () => {
    const { first, second, told } = made()
    const [neighbour = '', ...rest] = first.path
    const [hash] = neighbour.split(' ')
    for (const sums of [`${SUM_MAX} 0`, `0 ${SUM_MAX}`]) {
      const part = { ...first, equity: '1', debt: '1', path: [`${hash} ${sums}`, ...rest] }
      expect(told({ parts: [part, second] })).toEqual(['part 1 leads to a sum that is too large'])
    }
  })

  it('is refused by the field that has something before or behind its form', () => {
    const { proof, first, second, told, ofAsset } = made()
    const wrong = (field: string) => [`it is not written as its rule says: ${field}`]
    const around = (text: string) => [`1${text}`, `${text}1`, ` ${text}`, `${text} `]
    for (const text of around(proof.root)) expect(told({ root: text })).toEqual(wrong('root'))
    for (const text of [`1${proof.day}`, `${proof.day}1`]) expect(told({ day: text })).toEqual(wrong('day'))
    // A holder is a number of up to 16 digits that does not begin with zero.
    for (const text of ['02', ' 2', '2 ', '12345678901234567']) expect(told({ holder: text })).toEqual(wrong('holder'))
    for (const text of ['US DT', ' USDT', 'USDT ', 'US|DT', '', 'a'.repeat(21)])
      expect(ofAsset({ code: text })).toEqual(wrong('asset.code'))
    const [node = ''] = first.path
    for (const text of around(node).filter((each) => each !== `${node}1`))
      expect(told({ parts: [{ ...first, path: [text, ...first.path.slice(1)] }, second] })).toEqual(
        wrong('parts.0.path.0'),
      )
  })

  it('has forms that the published rules call by their names', () => {
    const named = [
      'day: day',
      'holder: "insurance" | "inviters" | number',
      'asset.code: code',
      'asset.hash: short hash',
    ]
    expect(fieldsOf(LIABILITIES_SHAPE)).toEqual(expect.arrayContaining([...named, 'parts[].path[]: node']))
  })

  it('is said in a line of text', () => {
    const { proof } = made()
    // 200 units of a millionth, and a debt of one.
    expect(provenText(proof)).toBe(
      `account 2 owns 0.0002 USDT and owes 0.000001 USDT in the tree of 2026-11-28, whose root is ${proof.root}`,
    )
    expect(provenText({ ...proof, holder: 'insurance' })).toMatch(/^insurance owns /)
  })

  it('is found alone, in a list, in a list by name, and in an answer of the API', () => {
    const { proof } = made()
    expect(liabilityProofsIn(proof)).toEqual([proof])
    expect(liabilityProofsIn([proof, proof])).toEqual([proof, proof])
    expect(liabilityProofsIn({ proofs: [proof] })).toEqual([proof])
    expect(liabilityProofsIn({ type: 'ok', message: { proofs: [proof, proof] } })).toEqual([proof, proof])
    expect(liabilityProofsIn({ type: 'ok', message: proof })).toEqual([proof])
  })

  it.each([null, 'text', 5, undefined, [], {}, { proofs: [] }, { rule: 'another' }, [null]])(
    'is not in a file that is %j',
    (value) => expect(liabilityProofsIn(value)).toBeNull(),
  )

  it('is not in a file where one of a list is of another kind', () => {
    const { proof } = made()
    expect(liabilityProofsIn([proof, { rule: 'another' }])).toBeNull()
    expect(liabilityProofsIn([proof, [proof]])).toBeNull()
    expect(liabilityProofsIn({ message: 'text' })).toBeNull()
  })
})
