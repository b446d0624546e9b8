// Bank statements: how a file is read, and which order a line pays.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATEMENT_LINES_MAX, judgeLine, readStatement } from '#domain/buy/statement'
import { BUY_STATES } from '#domain/buy/terms'

const HEAD = 'date,amount,currency,payer,reference'
const codeOf = (csv: string) => {
  const read = readStatement(csv)
  return read.ok ? 'ok' : read.refusal
}

describe('a file', () => {
  test('has its columns in any order, quotes, a mark at its start and the bank’s own numbers', () => {
    const read = readStatement(
      '\ufeffID,Reference,Payer,Currency,Amount,Date\r\n9,"CM, ""rent""",Ann Lee,usd,100.50,2026-11-25\r\n\r\n',
    )
    expect(read).toEqual({
      ok: true,
      value: [
        { day: '2026-11-25', currency: 'USD', amount: 10_050, payer: 'Ann Lee', text: 'CM, "rent"', identity: 'USD 9' },
      ],
    })
  })

  test.each([
    ['', 'statement_head', { columns: 'date, amount, currency, payer, reference' }],
    ['date,amount\n2026-11-25,1', 'statement_head', {}],
    [HEAD, 'statement_empty', {}],
    [`${HEAD}\n2026-11-25,100,USD,Ann,x\n2026-13-25,100,USD,Ann,x`, 'statement_line', { line: '3' }],
    [`${HEAD}\n2026-11-25,-100,USD,Ann,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,0,USD,Ann,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,1.001,USD,Ann,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,1,US,Ann,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,1,USD,Ann`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,1"500,USD,Ann,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,"100"5,USD,Ann,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,1,USD,Bob "B" Lee,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n2026-11-25,1,USD,A\u200bnn,x`, 'statement_line', { line: '2' }],
    [`${HEAD}\n${'2026-11-25,1,USD,Ann,x\n'.repeat(STATEMENT_LINES_MAX + 1)}`, 'statement_long', { max: '400' }],
  ])('%j is refused as %s', (csv, code, facts) => {
    expect(codeOf(csv)).toMatchObject({ code, facts })
  })

  test('tells equal lines apart, and knows them again in another file', () => {
    const line = '2026-11-25,100,USD,Ann,rent'
    const identitiesOf = (csv: string) => {
      const read = readStatement(csv)
      return read.ok ? read.value.map(({ identity }) => identity) : []
    }
    const [first, second] = identitiesOf(`${HEAD}\n${line}\n${line}`)
    expect(first).not.toBe(second)
    expect(identitiesOf(`${HEAD}\n2026-11-24,5,USD,Bob,x\n${line}\n${line}`).slice(1)).toEqual([first, second])
  })

  test('reads back whatever was written by the rules of CSV', () => {
    const cell = fc.string({ maxLength: 40 }).map((text) => text.normalize('NFKC').replace(/\p{C}/gu, '').trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 9 }), (lines) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const csv = [HEAD, ...lines.map(([payer, text]) => `2026-11-25,1,USD,${quoted(payer)},${quoted(text)}`)].join(
          '\r\n',
        )
        const read = readStatement(csv)
        if (read.ok) expect(read.value.map(({ payer, text }) => [payer, text])).toEqual(lines)
        else expect(read.refusal.code).toBe('statement_line')
      }),
    )
  })
})

describe('a line', () => {
  const line = { currency: 'BRL', amount: 100_000, text: 'CM ABCDEFGHJK' }
  const order = { kind: 'bank', state: 'to_pay', currency: 'BRL', pay: 1_000, hasLine: false } as const
  test.each([
    ['with the reference and the amount', line, order, null],
    ['of another amount', { ...line, amount: 99_999 }, order, 'amount'],
    ['in another currency', { ...line, currency: 'USD' }, order, 'amount'],
    ['for an order that another one pays', line, { ...order, hasLine: true }, 'extra'],
    ['for one that is paid by card', line, { ...order, kind: 'card' }, 'no_order'],
    ['for none', line, null, 'no_order'],
    ['without a reference', { ...line, text: 'rent' }, null, 'no_reference'],
  ] as const)('%s', (_, told, paid, problem) => {
    expect(judgeLine(told, paid)).toBe(problem)
  })
  test('pays what is to be paid, looked at or over, and nothing that was decided against', () => {
    const taken = BUY_STATES.filter((state) => judgeLine(line, { ...order, state }) === null)
    expect(taken).toEqual(['to_pay', 'review', 'done', 'expired', 'cancelled'])
  })
})
