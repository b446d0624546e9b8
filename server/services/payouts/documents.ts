// Files of a batch for signers and banks: CSV of every payment, PSBT of Bitcoin kinds, and ISO 20022 pain.001.001.09 of bank transfers.

import { type PayoutBatchRow } from '#db/platform/payout-batch'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import type { CardFields } from '#domain/funds/card'
import { bankCurrency } from '#domain/funds/withdrawal'
import { type Amount, add, amount, formatAmount, formatTrimmed } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import type { PayoutBank } from '../chains/networks'
import { assetOf, dueOf } from './payments'

const CSV_HEADS = ['withdrawal', 'asset', 'amount', 'network', 'address', 'memo', 'name', 'bank', 'branch', 'swift', 'code', 'state', 'transaction'] // prettier-ignore

/** Card fields as stored; empty for an address. */
const cardOf = ({ card }: Pick<WithdrawalRow, 'card'>): CardFields =>
  card === '' ? {} : (JSON.parse(card) as CardFields)

export function batchLines(catalogue: Catalogue, rows: readonly WithdrawalRow[]) {
  const lines = rows.map((row) => {
    const [asset, fields] = [assetOf(catalogue, row), cardOf(row)]
    return [
      ...[String(row.id), asset.code, formatTrimmed(asset, dueOf(row)), row.network, row.target, row.memo],
      ...[fields.real_name ?? '', fields.bank_name ?? '', fields.bank_branch ?? '', fields.swift ?? ''],
      ...[fields.bank_code ?? fields.aba ?? '', row.state, row.txId],
    ]
  })
  return { heads: CSV_HEADS, lines }
}

/** Whole cents, rounded down: a bank sends no less. */
function cents({ scale }: { readonly scale: number }, value: Amount): Amount {
  return amount(scale <= 2 ? value * 10n ** BigInt(2 - scale) : divideDown(value, 10n ** BigInt(scale - 2)))
}

/** BIP 174 file of a prepared batch, in bytes; null for one without. */
export function psbtFile({ document }: Pick<PayoutBatchRow, 'document'>): Uint8Array<ArrayBuffer> | null {
  // Written by the Bitcoin payer.
  const { psbt } = (document === '' ? {} : JSON.parse(document)) as { readonly psbt?: string }
  return psbt ? Uint8Array.from(Buffer.from(psbt, 'base64')) : null
}

/** Contains only unsent payments: a file taken again pays nothing twice. Null without payments in a bank's currency, and without the operator's account. */
export function painFile(
  catalogue: Catalogue,
  {
    batch,
    rows,
    siteName,
    debtor,
  }: {
    readonly batch: PayoutBatchRow
    readonly rows: readonly WithdrawalRow[]
    readonly siteName: string
    readonly debtor: PayoutBank | null
  },
): string | null {
  const payments = rows.flatMap((row) => {
    if (row.state !== 'signing') return []
    const asset = assetOf(catalogue, row)
    const currency = bankCurrency(asset.code)
    return currency === null ? [] : [{ row, currency, value: cents(asset, dueOf(row)), fields: cardOf(row) }]
  })
  if (payments.length === 0 || !debtor) return null
  const text = (value: Amount) => formatAmount({ scale: 2 }, value)
  const sum = text(payments.reduce((all, { value }) => add(all, value), amount(0n)))
  const at = new Date(batch.createdAt).toISOString()
  const id = `PAYOUT-${batch.id}`
  const name = tag('Nm', (debtor.name ?? siteName).slice(0, 140))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr>${tag('MsgId', id)}${tag('CreDtTm', at)}${tag('NbOfTxs', String(payments.length))}${tag('CtrlSum', sum)}<InitgPty>${name}</InitgPty></GrpHdr>`,
    `<PmtInf>${tag('PmtInfId', id)}${tag('PmtMtd', 'TRF')}${tag('NbOfTxs', String(payments.length))}${tag('CtrlSum', sum)}`,
    `<ReqdExctnDt>${tag('Dt', at.slice(0, 10))}</ReqdExctnDt><Dbtr>${name}</Dbtr>`,
    `<DbtrAcct><Id>${accountId(debtor.account)}</Id></DbtrAcct>`,
    // The scheme wants the debtor's bank; one that an IBAN names is not repeated.
    `<DbtrAgt><FinInstnId>${debtor.bic ? tag('BICFI', debtor.bic) : `<Othr>${tag('Id', 'NOTPROVIDED')}</Othr>`}</FinInstnId></DbtrAgt>`,
    ...payments.map(({ row, currency, value, fields }) =>
      [
        `<CdtTrfTxInf><PmtId>${tag('EndToEndId', `W${row.id}`)}</PmtId>`,
        `<Amt><InstdAmt Ccy="${currency}">${text(value)}</InstdAmt></Amt>`,
        fields.swift || fields.aba || fields.bank_name
          ? `<CdtrAgt><FinInstnId>${fields.swift ? tag('BICFI', fields.swift) : ''}${fields.aba ? memberId(fields.aba) : ''}${fields.bank_name ? tag('Nm', fields.bank_name) : ''}</FinInstnId></CdtrAgt>`
          : '',
        `<Cdtr>${tag('Nm', (fields.real_name ?? '').slice(0, 140))}</Cdtr>`,
        `<CdtrAcct><Id>${accountId(row.target)}</Id></CdtrAcct></CdtTrfTxInf>`,
      ].join(''),
    ),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
  ].join('\n')
}

const memberId = (aba: string): string =>
  `<ClrSysMmbId><ClrSysId>${tag('Cd', 'USABA')}</ClrSysId>${tag('MmbId', aba)}</ClrSysMmbId>`

const accountId = (account: string): string =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? tag('IBAN', account) : `<Othr>${tag('Id', account)}</Othr>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const tag = (name: string, text: string): string =>
  `<${name}>${text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)}</${name}>`
