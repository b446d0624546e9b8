// Roll verification page: recomputes a roll by the published mapping, on the server and again in the browser.

import { Form, useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rollOf } from '#domain/game/rules'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Computed = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['computed']>

export default featurePage('game', Verify)

function Verify() {
  const { t } = useTranslation('game')
  const { title, asked, computed, isIncomplete } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} text={t('verify_text')} backTo="/game" frame="form">
      <Form method="get" className="panel grid gap-3 p-4">
        <Field
          label={t('verify_seed')}
          name="seed"
          defaultValue={asked.seed}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field
          label={t('own_seed')}
          name="client"
          defaultValue={asked.client}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field
          label={t('verify_nonce')}
          name="nonce"
          defaultValue={asked.nonce}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <Field label={t('wins_below')} name="under" defaultValue={asked.under} inputMode="numeric" autoComplete="off" />
        <Button variant="brand">{t('verify_go')}</Button>
        {isIncomplete && <Notice tone="bad">{t('verify_incomplete')}</Notice>}
      </Form>
      {computed && <Result computed={computed} seed={asked.seed} under={asked.under} />}
      <section className="panel grid gap-2 p-4 text-sm">
        <h2 className="font-semibold">{t('verify_rule_title')}</h2>
        <p>{t('verify_rule')}</p>
        <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
          {`printf '%s' '${computed?.text ?? 'a1b2c3:1'}' | openssl dgst -sha256 -hmac '${asked.seed || '…'}'`}
        </pre>
      </section>
    </Pane>
  )
}

function Result({
  computed,
  seed,
  under,
}: {
  readonly computed: Computed
  readonly seed: string
  readonly under: string
}) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  const here = useOwnRoll(seed, computed.text)
  const bound = parseInt(under, 10)
  return (
    <div className="panel grid gap-3 p-4 text-sm" aria-live="polite">
      <p className="text-2xl font-semibold tabular-nums">
        {t('roll')} <span data-figure="roll">{numbers.count(computed.roll)}</span>
      </p>
      {bound > 0 && <p>{t(computed.roll < bound ? 'verify_won' : 'verify_lost', { under: numbers.count(bound) })}</p>}
      {here !== null && (
        <Notice tone={here === computed.roll ? 'good' : 'bad'}>
          {t(here === computed.roll ? 'verify_same' : 'verify_differs')}
        </Notice>
      )}
      <p className="text-muted">{t('commitment')}</p>
      <code className="text-2xs break-all">{computed.commitment}</code>
      <p className="text-muted">{t('verify_hmac')}</p>
      <code className="text-2xs break-all">{computed.hmac}</code>
    </div>
  )
}

/** Roll computed by this browser; null before the computation, and without Web Crypto (non-https pages). */
function useOwnRoll(seed: string, text: string): number | null {
  const [roll, setRoll] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    setRoll(null)
    hmacHere(seed, text).then(
      (hmac) => !isOver && setRoll(rollOf(hmac)),
      () => null,
    )
    return () => {
      isOver = true
    }
  }, [seed, text])
  return roll
}

async function hmacHere(seed: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', bytes.encode(seed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const signed = await crypto.subtle.sign('HMAC', key, bytes.encode(text))
  return [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
