// Instructions with memos for other wallets, pain.001.001.09 and CSV for banks, and the settings behind them.

import { describe, expect, it } from 'vitest'
import type { PayoutBatchRow } from '#db/platform/payout-batch'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { configuredNetworks, explorerLink, payoutBank } from '#services/chains/networks'
import { batchLines, painFile, psbtFile } from '#services/payouts/documents'
import { readSigned } from '../../app/routes/admin.payouts_.$id/signed.server'

const catalogue = {
  assets: [
    { id: 3, code: 'USDT', scale: 6, networks: [] },
    { id: 6, code: 'XRP', scale: 6, networks: [] },
    { id: 7, code: 'SOL', scale: 9, networks: [] },
  ],
} as unknown as Catalogue

const row = (change: Partial<WithdrawalRow>): WithdrawalRow =>
  ({
    ...{ id: 12, assetId: 3, network: '', target: 'DE89370400440532013000', memo: '', card: '', state: 'signing' },
    ...{ amount: amount(12_349_000n), fee: amount(1_000_000n), txId: '' },
    ...change,
  }) as WithdrawalRow

describe('instructions for another wallet', () => {
  it('name amount, address and memo', () => {
    const rows = [
      row({ id: 1, assetId: 6, network: 'XRP', target: 'rN7n', memo: '0' }),
      row({ id: 2, assetId: 7, network: 'SOL', target: '9xQe', memo: 'u-7', amount: amount(2n), fee: amount(1n) }),
      row({ id: 3, network: 'TRC20', target: 'TBYY' }),
    ]
    const { heads, lines } = batchLines(catalogue, rows)
    const shown = ['withdrawal', 'asset', 'amount', 'network', 'address', 'memo']
    expect(heads.slice(0, 6)).toEqual(shown)
    expect(lines.map((line) => line.slice(0, 6))).toEqual([
      ['1', 'XRP', '11.349', 'XRP', 'rN7n', '0'],
      ['2', 'SOL', '0.000000001', 'SOL', '9xQe', 'u-7'],
      ['3', 'USDT', '11.349', 'TRC20', 'TBYY', ''],
    ])
  })
})

/** Elements of pain.001.001.09 in the order of its scheme, as far as they are written; "?" may be missing, "+" may repeat. */
const SCHEME: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum? InitgPty',
  InitgPty: 'Nm?',
  PmtInf: 'PmtInfId PmtMtd NbOfTxs? CtrlSum? ReqdExctnDt Dbtr DbtrAcct DbtrAgt CdtTrfTxInf+',
  ReqdExctnDt: 'Dt',
  Dbtr: 'Nm?',
  DbtrAcct: 'Id?',
  DbtrAgt: 'FinInstnId',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt? Cdtr? CdtrAcct?',
  PmtId: 'EndToEndId',
  Amt: 'InstdAmt',
  CdtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI? ClrSysMmbId? Nm? Othr?',
  ClrSysMmbId: 'ClrSysId? MmbId',
  ClrSysId: 'Cd',
  Cdtr: 'Nm?',
  CdtrAcct: 'Id?',
}

interface Element {
  readonly name: string
  readonly children: Element[]
  text: string
}

function readXml(text: string): Element {
  const top: Element = { name: '', children: [], text: '' }
  const open = [top]
  for (const [, close, name = '', words] of text.matchAll(/<(\/?)([A-Za-z]+)[^<>?]*>|([^<>]+)/g)) {
    const last = open.at(-1) ?? top
    if (words !== undefined) last.text += words.trim()
    else if (close) expect(open.pop()?.name).toBe(name)
    else {
      const one: Element = { name, children: [], text: '' }
      last.children.push(one)
      open.push(one)
    }
  }
  expect(open).toEqual([top])
  return top
}

function expectScheme({ name, children }: Element, path: string): void {
  if (children.length > 0 && name !== '' && name !== 'Id' && name !== 'Othr') {
    const order = SCHEME[name]
    expect(order, `${path}${name}`).toBeDefined()
    const pattern = (order ?? '')
      .split(' ')
      .map((each) => `(?:${each.replace(/[?+]$/, '')} )${/[?+]$/.exec(each)?.[0] ?? ''}`)
      .join('')
    expect(children.map((child) => `${child.name} `).join('')).toMatch(new RegExp(`^${pattern}$`))
  }
  for (const child of children) expectScheme(child, `${path}${name}/`)
}

describe('a file for the bank', () => {
  const debtor = { name: 'CM Ltd', account: 'GB33BUKB20201555555555', bic: 'BUKBGB22' }
  const card = JSON.stringify({ real_name: 'Ann & Co', bank_name: 'First', swift: 'DEUTDEFF' })
  const abroad = JSON.stringify({ real_name: 'Bo', bank_name: 'Chase', swift: 'CHASUS33', aba: '021000021' })
  const batch = { id: 7, createdAt: 0 } as PayoutBatchRow
  const about = { batch, siteName: 'CM', debtor }

  it('is pain.001.001.09 in the order of its scheme, with whole cents and the account that pays', () => {
    const rows = [
      row({ card }),
      row({ id: 13, card: abroad, target: '000123456789' }),
      row({ id: 14, card, state: 'passed', txId: 'paid already' }),
      row({ id: 15, assetId: 6, card }),
    ]
    const file = painFile(catalogue, { ...about, rows }) ?? ''
    expectScheme(readXml(file), '')
    expect(file).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"')
    expect(file.split('<NbOfTxs>2</NbOfTxs><CtrlSum>22.68</CtrlSum>')).toHaveLength(3)
    expect(file.split('<InstdAmt Ccy="USD">11.34</InstdAmt>')).toHaveLength(3)
    expect(file).toContain(
      '<Dbtr><Nm>CM Ltd</Nm></Dbtr>\n<DbtrAcct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></DbtrAcct>',
    )
    expect(file).toContain('<DbtrAgt><FinInstnId><BICFI>BUKBGB22</BICFI></FinInstnId></DbtrAgt>')
    expect(file).toContain('<Cdtr><Nm>Ann &amp; Co</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id>')
    expect(file).toContain('<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId></ClrSysMmbId><Nm>Chase</Nm>')
    expect(file).toContain('<CdtrAcct><Id><Othr><Id>000123456789</Id></Othr></Id></CdtrAcct>')
    expect(file).toContain('<EndToEndId>W13</EndToEndId>')
    expect(file).not.toMatch(/W1[45]/)
  })

  it('is not made without the account that pays, nor when everything is sent', () => {
    expect(painFile(catalogue, { ...about, rows: [row({ card })], debtor: null })).toBeNull()
    expect(painFile(catalogue, { ...about, rows: [row({ card, state: 'sent' })] })).toBeNull()
    const without = { account: 'GB33BUKB20201555555555' }
    const file = painFile(catalogue, { ...about, rows: [row({ card })], debtor: without }) ?? ''
    expectScheme(readXml(file), '')
    expect(file).toContain('<Dbtr><Nm>CM</Nm></Dbtr>')
    expect(file).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>')
  })

  it('as CSV has the fields of the card', () => {
    const { heads, lines } = batchLines(catalogue, [row({ card: abroad })])
    const line = Object.fromEntries(heads.map((head, index) => [head, lines[0]?.[index]]))
    expect(line).toMatchObject({ name: 'Bo', bank: 'Chase', swift: 'CHASUS33', code: '021000021', amount: '11.349' })
  })
})

describe('the file of a batch for Bitcoin’s signers', () => {
  it('is the PSBT in bytes, and none where nothing is prepared or another kind is', () => {
    const bytes = [...new TextEncoder().encode('psbt'), 0xff, 0x01, 0x00]
    const psbt = Buffer.from(bytes).toString('base64')
    expect([...(psbtFile({ document: JSON.stringify({ psbt, fee: '0.00000210', inputs: [] }) }) ?? [])]).toEqual(bytes)
    for (const document of ['', '{"payments":[]}', '{"transactions":[]}']) expect(psbtFile({ document })).toBeNull()
  })
})

describe('what a signer gives back', () => {
  const formOf = (transactions: string, file: Uint8Array<ArrayBuffer> | string = '') => {
    const form = new FormData()
    form.set('transactions', transactions)
    form.set('file', new File([file], 'signed'))
    return form
  }
  const read = async (...given: Parameters<typeof formOf>) => {
    const outcome = await readSigned(formOf(...given))
    return outcome.ok ? outcome.value : outcome.refusal.code
  }

  it('is a PSBT in bytes, a file of text, or what was typed', async () => {
    const psbt = Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 0x01, 0x00, 0xfe])
    expect(await read('', psbt)).toBe('70736274ff0100fe')
    expect(await read('', 'cHNidP8BAA==\n')).toBe('cHNidP8BAA==\n')
    expect(await read(' 0x02aa\n')).toBe('0x02aa')
  })

  it('is refused where there is none, or two', async () => {
    expect(await read(' ')).toBe('payout_signed_malformed')
    expect(await read('0x02aa', 'cHNidP8BAA==')).toBe('payout_signed_malformed')
  })
})

describe('settings', () => {
  const live = { ENVIRONMENT: 'production', CHAIN_SOURCE: 'rpc' }

  it('name the account that pays; a malformed one counts as none', () => {
    expect(payoutBank({ PAYOUT_BANK: '{"account":"GB33","bic":"BUKBGB22"}' })).toEqual({
      ...{ account: 'GB33', bic: 'BUKBGB22' },
    })
    for (const text of ['{"account":""}', '{"account":"GB33","bic":"x"}', '{"account":"GB33","iban":"GB33"}', '{'])
      expect(configuredNetworks({ PAYOUT_BANK: text }).PAYOUT_BANK).toBeNull()
  })

  it('say where a transaction is looked at: the usual place, another, or none', () => {
    const link = (network: string, change: object = {}) =>
      explorerLink({ ...live, ...change }, { network, txId: 'ab/c' })
    expect(link('BTC')).toBe('https://mempool.space/tx/ab%2Fc')
    expect(link('TRC20')).toBe('https://tronscan.org/#/transaction/ab%2Fc')
    const EXPLORERS = '{"ERC20":"https://sepolia.etherscan.io/tx/","XRP":""}'
    expect(link('ERC20', { EXPLORERS })).toBe('https://sepolia.etherscan.io/tx/ab%2Fc')
    expect([link('XRP', { EXPLORERS }), link(''), link('MOON')]).toEqual([null, null, null])
    expect(link('BTC', { ENVIRONMENT: 'development', CHAIN_SOURCE: 'simulated' })).toBeNull()
    expect(explorerLink(live, { network: 'BTC', txId: '' })).toBeNull()
    expect(configuredNetworks({ EXPLORERS: '{"ERC20":"javascript:alert(1)"}' }).EXPLORERS).toBeNull()
  })
})
