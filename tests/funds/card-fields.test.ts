// Which texts the fields of a bank card take, at the edges of their forms.

import { describe, expect, test } from 'vitest'
import { type CardKind, readCard } from '#domain/funds/card'

const SHORTEST: Readonly<Record<CardKind, Readonly<Record<string, string>>>> = {
  domestic: { bank_account: '12345678', real_name: 'Ann', bank_name: 'First' },
  international: {
    ...{ bank_account: '12345678', real_name: 'Ann', bank_name: 'First', bank_branch: 'Mitte', swift: 'DEUTDEFF' },
    ...{ city: 'Berlin', phone: '+4930123', holder_address: 'Street 1' },
  },
}

describe('a card', () => {
  test.each(['domestic', 'international'] as const)('of kind %s needs these fields', (kind) => {
    expect(readCard(kind, SHORTEST[kind])).toEqual({ ok: true, value: SHORTEST[kind] })
    for (const field of Object.keys(SHORTEST[kind]))
      expect(readCard(kind, { ...SHORTEST[kind], [field]: ' ' })).toEqual({
        ok: false,
        refusal: { code: 'card_field_missing', facts: { field } },
      })
  })

  test.each([
    ['domestic', 'bank_account', ['123456', '1'.repeat(34)], ['12345', '1'.repeat(35), '!123456', '123456!']],
    ['international', 'swift', ['DEUTDEFF', 'DEUTDEFF500'], ['DEUTDEF', 'DEUTDEFF5', '1DEUTDEFF', 'DEUTDEFF5000']],
    ['domestic', 'bank_code', ['001', 'ABC123456789'], ['00', 'ABC1234567890', '!001', '001!']],
    // With the weights 3, 7, 1: 2·7 + 1 + 2·7 + 1 = 30. The ten digits would come to 2 + 3 + 2 + 3 = 10.
    ['international', 'aba', ['021000021'], ['021000022', '0021000021', '02100002']],
    ['domestic', 'phone', ['123456', '+123456', '1'.repeat(15)], ['12345', '1'.repeat(16), 'x123456', '123456x']],
  ] as const)('of kind %s takes in %s these alone', (kind, field, taken, refused) => {
    for (const value of taken)
      expect(readCard(kind, { ...SHORTEST[kind], [field]: value })).toEqual({
        ok: true,
        value: { ...SHORTEST[kind], [field]: value },
      })
    for (const value of refused)
      expect(readCard(kind, { ...SHORTEST[kind], [field]: value }), value).toEqual({
        ok: false,
        refusal: { code: 'card_field_malformed', facts: { field } },
      })
  })
})
