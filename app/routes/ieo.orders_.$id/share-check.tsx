// Share verification in the browser: recomputes the allotment formula and the Merkle paths to the roots of the applications and of the list.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { listEntry } from '#domain/ieo/allotment'
import { claimEntry } from '#domain/ieo/commitment'
import { type IeoReceipt, allotmentIn, checkShare } from '#domain/ieo/receipt'
import { MerkleCheck } from '../../components/fairness/merkle-check'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function ShareCheck({ receipt }: { readonly receipt: IeoReceipt }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { receiptName } = useLoaderData<typeof loader>()
  const { sale, claimPath } = receipt
  const allotment = allotmentIn(receipt)
  const entries = [
    { ...allotment, path: claimPath, entry: claimEntry(sale.project, receipt), root: sale.root },
    { ...allotment, entry: listEntry(allotment) },
  ]
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="text-base font-semibold">{t('check_title')}</h2>
      <p className="text-muted">{t('check_text')}</p>
      <p className="text-muted">
        {t('place')} {numbers.count(allotment.index + 1)} / {numbers.count(allotment.size)}
      </p>
      {[['claims_root', sale.root] as const, ['root', allotment.root] as const].map(([name, root]) => (
        <div key={name} className="grid gap-1">
          <p className="text-muted">{t(name)}</p>
          <code className="text-2xs break-all">{root}</code>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MerkleCheck
          entries={entries}
          isRight={() => checkShare(allotment).length === 0}
          button={t('check_button')}
          verdicts={{ right: t('check_right'), wrong: t('check_wrong'), failed: t('check_failed') }}
        />
        <Link to={`/receipts/${receiptName}`} className="py-2 text-selected-text hover:underline">
          {t('receipt')}
        </Link>
      </div>
    </section>
  )
}
