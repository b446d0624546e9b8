// The file for a bank to the letter, and which of its parts are left out.

import { describe, expect, it } from 'vitest'
import type { PayoutBatchRow } from '#db/platform/payout-batch'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { batchLines, painFile } from '#services/payouts/documents'

const assets = [
  { id: 3, code: 'USDT', scale: 6, networks: [] },
  { id: 4, code: 'USDC', scale: 1, networks: [] },
  { id: 5, code: 'EURC', scale: 6, networks: [] },
]
const catalogue = { assets } as unknown as Catalogue
const IBAN = 'DE89370400440532013000'

const row = (change: Partial<WithdrawalRow> & { readonly fields?: object } = {}): WithdrawalRow => {
  const { fields, ...differs } = change
  return {
    ...{ id: 12, assetId: 3, network: '', target: IBAN, memo: '', state: 'signing', txId: '' },
    ...{ amount: amount(12_349_000n), fee: amount(1_000_000n), card: fields ? JSON.stringify(fields) : '' },
    ...differs,
  } as WithdrawalRow
}

// The second day of 1970, at nine in the morning.
const batch = { id: 7, createdAt: 118_800_000 } as PayoutBatchRow
const debtor = { name: 'CM Ltd', account: 'GB33BUKB20201555555555', bic: 'BUKBGB22' }
const fileOf = (...rows: readonly WithdrawalRow[]) => painFile(catalogue, { batch, rows, siteName: 'CM', debtor }) ?? ''

describe('a file for the bank', () => {
  it('says who pays, and whom, how much and where', () => {
    const first = { real_name: 'Ann & <"Co">', bank_name: 'First', swift: 'DEUTDEFF' }
    // 11.349 each: a bank sends whole cents.
    expect(fileOf(row({ fields: first }), row({ id: 13, target: '000123456789' })).split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
      '<GrpHdr><MsgId>PAYOUT-7</MsgId><CreDtTm>1970-01-02T09:00:00.000Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>22.68</CtrlSum><InitgPty><Nm>CM Ltd</Nm></InitgPty></GrpHdr>',
      '<PmtInf><PmtInfId>PAYOUT-7</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs><CtrlSum>22.68</CtrlSum>',
      '<ReqdExctnDt><Dt>1970-01-02</Dt></ReqdExctnDt><Dbtr><Nm>CM Ltd</Nm></Dbtr>',
      '<DbtrAcct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></DbtrAcct>',
      '<DbtrAgt><FinInstnId><BICFI>BUKBGB22</BICFI></FinInstnId></DbtrAgt>',
      '<CdtTrfTxInf><PmtId><EndToEndId>W12</EndToEndId></PmtId><Amt><InstdAmt Ccy="USD">11.34</InstdAmt></Amt>' +
        '<CdtrAgt><FinInstnId><BICFI>DEUTDEFF</BICFI><Nm>First</Nm></FinInstnId></CdtrAgt>' +
        '<Cdtr><Nm>Ann &amp; &lt;&quot;Co&quot;&gt;</Nm></Cdtr>' +
        '<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct></CdtTrfTxInf>',
      '<CdtTrfTxInf><PmtId><EndToEndId>W13</EndToEndId></PmtId><Amt><InstdAmt Ccy="USD">11.34</InstdAmt></Amt>' +
        '<Cdtr><Nm></Nm></Cdtr><CdtrAcct><Id><Othr><Id>000123456789</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>',
      '</PmtInf></CstmrCdtTrfInitn></Document>',
    ])
  })

  it.each([
    [{ swift: 'CHASUS33' }, '<BICFI>CHASUS33</BICFI>'],
    [{ bank_name: 'Chase' }, '<Nm>Chase</Nm>'],
    [{ aba: '021000021' }, '<ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId></ClrSysMmbId>'],
  ])('names the receiving bank by what is known: %o', (fields, named) => {
    expect(fileOf(row({ fields }))).toContain(`<CdtrAgt><FinInstnId>${named}</FinInstnId></CdtrAgt>`)
  })

  it.each([
    ['DE89ABCDEFGHIJ0', true],
    ['DE89ABCDEFGHIJ', false],
    [`DE89${'7'.repeat(30)}`, true],
    [`DE89${'7'.repeat(31)}`, false],
    [` ${IBAN}`, false],
    [`${IBAN}.`, false],
    ['D989370400440532013000', false],
    ['DEX9370400440532013000', false],
    ['DE8X370400440532013000', false],
    ['DE8937040044053-013000', false],
    ['de89370400440532013000', false],
  ])('gives the account %s, as an IBAN or as another one', (target, isIban) => {
    const id = isIban ? `<IBAN>${target}</IBAN>` : `<Othr><Id>${target}</Id></Othr>`
    expect(fileOf(row({ target }))).toContain(`<CdtrAcct><Id>${id}</Id></CdtrAcct>`)
  })

  it('cuts names at 140 letters', () => {
    const name = 'n'.repeat(141)
    expect(fileOf(row({ fields: { real_name: name } }))).toContain(`<Cdtr><Nm>${name.slice(1)}</Nm></Cdtr>`)
    const about = { batch, rows: [row()], siteName: 'CM', debtor: { ...debtor, name } }
    expect(painFile(catalogue, about)).toContain(`<Dbtr><Nm>${name.slice(1)}</Nm></Dbtr>`)
  })

  it('has dollars with two decimals, of an asset with fewer too', () => {
    // 1.5 and 11.34.
    const tenths = row({ assetId: 4, amount: amount(17n), fee: amount(2n) })
    const file = fileOf(tenths, row())
    expect(file).toContain('<InstdAmt Ccy="USD">1.50</InstdAmt>')
    expect(file).toContain('<CtrlSum>12.84</CtrlSum>')
  })

  it('leaves out what is in no currency of the bank, and what is sent', () => {
    expect(fileOf(row(), row({ id: 13, assetId: 5 }), row({ id: 14, state: 'sent' }))).toContain('<NbOfTxs>1</NbOfTxs>')
    expect(fileOf(row({ assetId: 5 }))).toBe('')
  })
})

describe('a list of payments', () => {
  it('has a column for each fact, empty where a withdrawal has none', () => {
    const domestic = { real_name: 'Ann', bank_name: 'First', bank_branch: 'Ueno', bank_code: '0001', aba: '9' }
    const abroad = { swift: 'CHASUS33', aba: '021000021' }
    const rows = [
      row({ fields: domestic, state: 'passed', txId: 'T1' }),
      row({ id: 13, fields: abroad, target: '12' }),
      row({ id: 14, network: 'XRP', target: 'rN7n', memo: '5' }),
    ]
    const { heads, lines } = batchLines(catalogue, rows)
    expect(heads.join()).toBe(
      'withdrawal,asset,amount,network,address,memo,name,bank,branch,swift,code,state,transaction',
    )
    expect(lines).toEqual([
      ['12', 'USDT', '11.349', '', IBAN, '', 'Ann', 'First', 'Ueno', '', '0001', 'passed', 'T1'],
      ['13', 'USDT', '11.349', '', '12', '', '', '', '', 'CHASUS33', '021000021', 'signing', ''],
      ['14', 'USDT', '11.349', 'XRP', 'rN7n', '5', '', '', '', '', '', 'signing', ''],
    ])
  })
})
