// Bill filters: days in the reader's time zone, unknown values ignored; and the CSV format.

import { describe, expect, test } from 'vitest'
import { billRange, choiceSearch, isNarrowed, readBillChoice } from '../../app/lists/bill-choice'
import { csvLine } from '../../app/lists/csv.server'
import { isoInstant } from '../../app/text/dates'

const read = (query: string) => readBillChoice(new URLSearchParams(query))
const TOKYO = 540

describe('a choice of bills', () => {
  test('of one day in Tokyo lasts from its midnight to the next', () => {
    const { from, until } = billRange(read('from=2026-11-21&to=2026-11-21'), TOKYO)
    expect([from, until]).toEqual([Date.UTC(2026, 10, 20, 15), Date.UTC(2026, 10, 21, 15)])
  })

  test('drops what is no wallet, no asset, no reason and no day', () => {
    const none = read('wallet=purse&asset=0x1&reason=spot_hold&from=2026-02-30&to=yesterday')
    expect(isNarrowed(none)).toBe(false)
    expect(billRange(none, 0)).toEqual({})
  })

  test('is the same again from its own address', () => {
    const choice = read('wallet=micro&asset=3&reason=transfer&from=2026-01-01&page=4')
    expect(choiceSearch(choice).toString()).toBe('wallet=micro&asset=3&reason=transfer&from=2026-01-01')
    expect(readBillChoice(choiceSearch(choice))).toEqual(choice)
  })
})

describe('a file of bills', () => {
  test('quotes what would break a line', () => {
    expect(csvLine(['a', 'b,c', 'say "d"', ''])).toBe('a,"b,c","say ""d""",\r\n')
  })

  test('keeps a field in one cell, also where spreadsheets part them at semicolons', () => {
    expect(csvLine(['a;=1+1', 'b\t=1+1'])).toBe('"a;=1+1","b\t=1+1"\r\n')
  })

  test.each(['=1+1', '+1', '@sum', '-1+1', '＝1+1', '－1+1'])('marks %s as the text that it is', (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
  })

  test('leaves the signs behind that keep words whole in a line, also where they hide a formula', () => {
    expect(csvLine(['กระ\u2060เป๋า', '\u200b=1+1'])).toBe("กระเป๋า,'=1+1\r\n")
  })

  test('leaves numbers numbers', () => {
    expect(csvLine(['-0.5', '12', '-'])).toBe("-0.5,12,'-\r\n")
  })

  test('writes instants with their zone', () => {
    expect(isoInstant(Date.UTC(2026, 10, 21, 0, 30, 5), TOKYO)).toBe('2026-11-21T09:30:05+09:00')
    expect(isoInstant(Date.UTC(2026, 10, 21, 0, 30, 5), -210)).toBe('2026-11-20T21:00:05-03:30')
  })
})
