// Comparison of the shown checkpoint with the newest one that this browser kept: a contradiction is shown with both. Nothing without scripts.

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import { type LogSite, type LogVerdict, compareLog, forgetLog } from '../../visitor/stored-checkpoint'
import { Button } from '../button'
import { Notice } from '../notice'

export function LogWatch({ checkpoint }: { readonly checkpoint: string }) {
  const { t } = useTranslation('fairness')
  const numbers = useNumbers()
  const [verdict, setVerdict] = useState<LogVerdict | null>(null)
  useEffect(() => {
    // Without an answer nothing is said.
    compareLog(checkpoint, SITE).then(setVerdict, () => setVerdict(null))
  }, [checkpoint])
  if (verdict === null) return null
  const size = numbers.count(verdict.size)
  if (verdict.isOneLog) return <p className="text-muted">{t('log_kept', { size })}</p>
  return (
    <Notice tone="bad">
      <p>{t(verdict.isRestored ? 'log_restored' : 'log_contradicted', { size })}</p>
      {[verdict.stored, verdict.shown ?? '—'].map((text) => (
        <pre key={text} className="my-2 overflow-x-auto text-2xs" tabIndex={0}>
          {text}
        </pre>
      ))}
      <Button
        size="sm"
        onClick={() => {
          forgetLog()
          setVerdict(null)
        }}
      >
        {t('log_forget')}
      </Button>
    </Notice>
  )
}

const SITE: LogSite = {
  checkpoint: async (size) =>
    (await ask<{ readonly checkpoint: string }>(`checkpoint?size=${size}`))?.checkpoint ?? null,
  consistency: async (from, to) =>
    (await ask<{ readonly path: readonly string[] }>(`consistency?from=${from}&to=${to}`))?.path ?? null,
}

async function ask<Message>(path: string): Promise<Message | null> {
  const answer = await fetch(`/api/v1/log/${path}`, { headers: { Accept: 'application/problem+json' } })
  // The API's envelope, or its problem.
  const { message, code } = await answer.json<{ message?: Message; code?: string }>()
  if (message) return message
  if (code === 'log_not_found') return null
  throw new Error('the site does not say')
}
