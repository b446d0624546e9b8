// Reference rates of fiats: the central bank's document crossed to the dollar, kept by day, and followed only where the desk lets it.

import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#db/platform/catalogue'
import { findReference } from '#db/platform/fiat-reference'
import { formatRate } from '#domain/money/rate'
import { HOUR_MS } from '#domain/time'
import { parseReferenceRates, sweepReferenceRates } from '#services/fiat-reference'
import { seed } from '../api/client'

const NOW = Date.UTC(2026, 10, 24, 10)
const documentOf = (
  day: string,
  rates: Readonly<Record<string, string>>,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='${day}'>${Object.entries(rates)
  .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
  .join('')}</Cube></Cube></gesmes:Envelope>`

const withFeed = { ...env, FIAT_SOURCE: 'ecb' }
const answerWith = (body: string, status = 200) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(body, { status })))
const fiatOf = async (code: string) => (await loadCatalogue(env.DB)).fiats.find((fiat) => fiat.code === code)

beforeAll(async () => {
  await seed()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('Rates for one euro become rates for one dollar, to eight decimals', () => {
  const { day, rates } = parseReferenceRates(documentOf('2026-11-23', { USD: '1.1624', JPY: '180.5', KRW: '1702.31' }))
  expect(day).toBe('2026-11-23')
  expect(Object.fromEntries([...rates].map(([code, rate]) => [code, formatRate(rate)]))).toEqual({
    EUR: '0.86028906',
    USD: '1.00000000',
    JPY: '155.28217481',
    KRW: '1464.47866483',
  })
})

test.each([
  ['without a day', documentOf('', { USD: '1.1' })],
  ['without the dollar', documentOf('2026-11-23', { JPY: '180.5' })],
  ['with a rate of nothing', documentOf('2026-11-23', { USD: '1.1', JPY: '0' })],
  ['with a rate that is none', documentOf('2026-11-23', { USD: '1.1', JPY: 'N/A' })],
  ['that is a page', '<!doctype html><title>Not found</title>'],
])('A document %s is refused', (_, xml) => {
  expect(() => parseReferenceRates(xml)).toThrow('reference rates')
})

test('Without the feed nothing is asked, and the desk’s rate stands', async () => {
  const asked = answerWith('')
  await sweepReferenceRates(env, NOW)
  expect(asked).not.toHaveBeenCalled()
  expect(await fiatOf('JPY')).toMatchObject({ rate: 15_300_000_000n, referenceDay: null })
})

test('The feed is read once an hour; fiats that follow it have its rate and day, others the desk’s', async () => {
  await env.DB.prepare("UPDATE fiat SET follows_reference = 0 WHERE code = 'EUR'").run()
  const asked = answerWith(documentOf('2026-11-23', { USD: '1.25', JPY: '200' }))
  await sweepReferenceRates(withFeed, NOW)
  await sweepReferenceRates(withFeed, NOW + HOUR_MS - 1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await fiatOf('JPY')).toMatchObject({ rate: 16_000_000_000n, referenceDay: '2026-11-23' })
  expect(await fiatOf('EUR')).toMatchObject({ rate: 86_000_000n, referenceDay: null })
  expect(await fiatOf('VND')).toMatchObject({ referenceDay: null })
})

test('A feed that fails or goes back a day leaves the rates as they are', async () => {
  answerWith('', 503)
  await expect(sweepReferenceRates(withFeed, NOW + HOUR_MS)).rejects.toThrow('answered 503')
  answerWith(documentOf('2026-11-20', { USD: '1', JPY: '1' }))
  await sweepReferenceRates(withFeed, NOW + HOUR_MS)
  expect(await fiatOf('JPY')).toMatchObject({ rate: 16_000_000_000n, referenceDay: '2026-11-23' })
  expect(await findReference(env.DB)).toMatchObject({ day: '2026-11-23' })
})
