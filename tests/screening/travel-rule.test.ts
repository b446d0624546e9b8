// The travel rule's fields: which are missing is said by name, from the operators' threshold on, and the message is as IVMS101 has it.

import { expect, test } from 'vitest'
import { parseUsdt } from '#domain/money/valuation'
import { checkTravel, isThreshold, ivms101, readThreshold, readTravel } from '#domain/screening/travel-rule'

const WHOLE = {
  beneficiary_name: 'Anna Rossi',
  beneficiary_wallet: 'hosted',
  beneficiary_vasp: 'Bank of Tests',
  beneficiary_country: 'IT',
} as const

test('none is no refusal, some are refused by the name of what is missing', () => {
  expect(readTravel({})).toEqual({ ok: true, value: null })
  expect(readTravel(WHOLE)).toEqual({
    ok: true,
    value: { name: 'Anna Rossi', wallet: 'hosted', vasp: 'Bank of Tests', country: 'IT' },
  })
  for (const field of Object.keys(WHOLE))
    expect(readTravel({ ...WHOLE, [field]: undefined })).toMatchObject({
      ok: false,
      refusal: { code: 'field_missing', facts: { field } },
    })
})

test('an own wallet needs no institution and takes none', () => {
  const own = { ...WHOLE, beneficiary_wallet: 'own', beneficiary_vasp: undefined } as const
  expect(readTravel(own)).toMatchObject({ ok: true, value: { vasp: '' } })
  expect(readTravel({ ...own, beneficiary_vasp: 'Bank' })).toMatchObject({ refusal: { code: 'field_not_taken' } })
})

test('the threshold itself needs them, a unit below does not', () => {
  const threshold = readThreshold('1000.5')
  const least = parseUsdt('1000.5')
  const below = parseUsdt('1000.49999999')
  if (threshold === null || least === null || below === null) throw new Error('these are amounts')
  expect(checkTravel(null, { value: below, threshold }).ok).toBe(true)
  expect(checkTravel(null, { value: least, threshold })).toMatchObject({
    refusal: { code: 'travel_rule_needed', facts: { from: '1000.5', field: 'beneficiary_name' } },
  })
  expect([readThreshold(undefined), readThreshold('  ')]).toEqual([null, null])
  expect([isThreshold(''), isThreshold('0'), isThreshold('1000'), isThreshold('-1'), isThreshold('much')]).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
})

test('the message has originator, beneficiary and both institutions', () => {
  const originator = { name: 'Li Lei', idType: 'passport', number: 'E1234567', country: 'CN' } as const
  const beneficiary = { name: 'Anna Rossi', wallet: 'hosted', vasp: 'Bank of Tests', country: 'IT' } as const
  expect(ivms101({ site: 'CM', userId: 10_001, originator, beneficiary, address: '0xabc' })).toEqual({
    originator: {
      originatorPersons: [
        {
          naturalPerson: {
            name: { nameIdentifier: [{ primaryIdentifier: 'Li Lei', nameIdentifierType: 'LEGL' }] },
            nationalIdentification: {
              nationalIdentifier: 'E1234567',
              nationalIdentifierType: 'CCPT',
              countryOfIssue: 'CN',
            },
            customerIdentification: '10001',
          },
        },
      ],
      accountNumber: ['10001'],
    },
    beneficiary: {
      beneficiaryPersons: [
        {
          naturalPerson: {
            name: { nameIdentifier: [{ primaryIdentifier: 'Anna Rossi', nameIdentifierType: 'LEGL' }] },
            countryOfResidence: 'IT',
          },
        },
      ],
      accountNumber: ['0xabc'],
    },
    originatingVASP: {
      originatingVASP: {
        legalPerson: { name: { nameIdentifier: [{ legalPersonName: 'CM', legalPersonNameIdentifierType: 'LEGL' }] } },
      },
    },
    beneficiaryVASP: {
      beneficiaryVASP: {
        legalPerson: {
          name: { nameIdentifier: [{ legalPersonName: 'Bank of Tests', legalPersonNameIdentifierType: 'LEGL' }] },
        },
      },
    },
  })
  const own = { ...beneficiary, wallet: 'own', vasp: '' } as const
  expect(ivms101({ site: 'CM', userId: 1, originator: null, beneficiary: own, address: '0xabc' })).not.toHaveProperty(
    'beneficiaryVASP',
  )
})
