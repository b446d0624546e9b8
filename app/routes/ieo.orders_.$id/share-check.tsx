// Share verification in the browser: recomputes the allotment formula and the Merkle path to the published root.

import { Link, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listEntry } from '#domain/ieo/allotment'
import { type IeoReceipt, checkShare } from '#domain/ieo/receipt'
import { leafText, nodeText, stepsOf } from '#domain/merkle'
import { Button } from '../../components/button'
import { Notice } from '../../components/notice'
import { useAlive } from '../../components/use-alive'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

type Verdict = 'right' | 'wrong' | 'failed'

export function ShareCheck({ receipt }: { readonly receipt: IeoReceipt }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const { receiptName } = useLoaderData<typeof loader>()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const check = () => {
    verify(receipt).then(
      (isRight) => setVerdict(isRight ? 'right' : 'wrong'),
      () => setVerdict('failed'),
    )
  }
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="text-base font-semibold">{t('check_title')}</h2>
      <p className="text-muted">{t('check_text')}</p>
      <p className="text-muted">
        {t('place')} {numbers.count(receipt.index + 1)} / {numbers.count(receipt.size)}
      </p>
      <p className="text-muted">{t('root')}</p>
      <code className="text-2xs break-all">{receipt.root}</code>
      {verdict && <Notice tone={verdict === 'right' ? 'good' : 'bad'}>{t(`check_${verdict}`)}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isAlive && (
          <Button type="button" onClick={check}>
            {t('check_button')}
          </Button>
        )}
        <Link to={`/receipts/${receiptName}`} className="py-2 text-selected-text hover:underline">
          {t('receipt')}
        </Link>
      </div>
    </section>
  )
}

async function verify(receipt: IeoReceipt): Promise<boolean> {
  const steps = stepsOf(receipt)
  if (steps === null || checkShare(receipt).length > 0) return false
  let hash = await sha256(leafText(listEntry(receipt)))
  for (const { side, neighbour } of steps)
    hash = await sha256(side === 'left' ? nodeText(neighbour, hash) : nodeText(hash, neighbour))
  return hash === receipt.root
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
