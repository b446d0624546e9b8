// Step-up proof inside a form that moves money out or changes its target: pay password, authenticator code or passkey.
// Radio buttons and a style rule choose among several methods, without scripts; only a passkey needs scripts.

import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepUpMethod } from '#domain/security'
import { useAlive } from './use-alive'
import { Button, ButtonLink } from './button'
import { CodeField } from './code-field'
import { FieldFrame } from './field'
import { Icon } from './icon'
import { Notice } from './notice'
import { SecretField } from './secret-field'
import { Segmented } from './segmented'
import { signWithPasskey } from '../visitor/passkey'

interface StepUpFieldsProps {
  /** Available methods from `stepUpMethodsOf`; the first is preselected. */
  readonly methods: readonly StepUpMethod[]
  /** Refusal text of the proof. */
  readonly problem?: string | undefined
}

/** Step-up proof fields. Render inside a `<Form>`; the action parses them with `readStepUpForm` (forms/step-up.ts). */
export function StepUpFields({ methods, problem }: StepUpFieldsProps) {
  const { t } = useTranslation('security')
  const [first] = methods
  const [chosen, setChosen] = useState(first)
  if (!first) return null
  const problemOf = (method: StepUpMethod) => (method === chosen ? problem : undefined)
  return (
    <fieldset className="group/proof grid min-w-0 gap-4">
      <legend className="mb-2 text-sm font-semibold">{t('step_up_title')}</legend>
      {methods.length > 1 ? (
        <Segmented
          label={t('step_up_title')}
          name="proof"
          defaultValue={first}
          onChange={(value) => setChosen(methods.find((method) => method === value) ?? first)}
          options={methods.map((method) => ({ value: method, words: t(`step_up_${method}`) }))}
        />
      ) : (
        <input type="hidden" name="proof" value={first} />
      )}
      {methods.includes('totp') && (
        <div className={shownWith(methods, 'totp')}>
          <CodeField label={t('totp_code')} name="totp_code" hint={t('totp_code_hint')} problem={problemOf('totp')} />
        </div>
      )}
      {methods.includes('pay_password') && (
        <div className={shownWith(methods, 'pay_password')}>
          <SecretField
            label={t('pay_password')}
            name="pay_password"
            autoComplete="off"
            isRequired={false}
            problem={problemOf('pay_password')}
          />
        </div>
      )}
      {methods.includes('passkey') && (
        <div className={shownWith(methods, 'passkey')}>
          <PasskeyProof problem={problemOf('passkey')} />
        </div>
      )}
    </fieldset>
  )
}

/** Full class names: Tailwind scans the source text and reads an underscore as a space. */
const SHOWN = {
  totp: 'hidden group-has-[[name=proof][value=totp]:checked]/proof:block',
  pay_password: 'hidden group-has-[[name=proof][value^=pay]:checked]/proof:block',
  passkey: 'hidden group-has-[[name=proof][value=passkey]:checked]/proof:block',
} as const

const shownWith = (methods: readonly StepUpMethod[], method: StepUpMethod): string =>
  methods.length > 1 ? SHOWN[method] : ''

/**
 * Notice for an owner without a step-up method, above a form that requires one: links to the setup page and back. As a
 * submit button it preserves the typed fields (forms/detours.server.ts).
 */
export function StepUpNeeded({
  methods,
  isAlone = false,
}: Pick<StepUpFieldsProps, 'methods'> & { readonly isAlone?: boolean }) {
  const { t } = useTranslation('security')
  const { pathname, search } = useLocation()
  if (methods.length > 0) return null
  const back = new URLSearchParams({ returnTo: pathname + search }).toString()
  return (
    <Notice tone="plain">
      <p>{t('step_up_none')}</p>
      <p className="mt-2">
        {isAlone ? (
          <ButtonLink to={`/settings/security/pay-password?${back}`} size="sm" variant="brand">
            {t('pay_password_set')}
          </ButtonLink>
        ) : (
          <Button name="step" value="set_pay_password" formNoValidate size="sm" variant="brand">
            {t('pay_password_set')}
          </Button>
        )}
      </p>
    </Notice>
  )
}

/** Passkey proof: the assertion is kept in a hidden field until submission, and is single-use. */
function PasskeyProof({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('security')
  const isAlive = useAlive()
  const [answer, setAnswer] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') return undefined
    return () => setAnswer('')
  }, [state])
  const sign = async () => {
    setBusy(true)
    const signed = await signWithPasskey('step_up')
    setBusy(false)
    setAnswer(signed.kind === 'signed' ? signed.text : '')
    setMessage(signed.kind === 'refused' ? signed.text : signed.kind === 'cancelled' ? t('passkey_cancelled') : null)
  }
  return (
    <FieldFrame label={t('step_up_passkey')} problem={message ?? (answer === '' ? problem : undefined)}>
      {(wiring) => (
        <>
          <input type="hidden" name="passkey" value={answer} />
          <Button {...wiring} type="button" isWide isBusy={isBusy} disabled={!isAlive} onClick={() => void sign()}>
            <Icon name={answer === '' ? 'person' : 'check'} />
            {t(answer === '' ? 'passkey_use' : 'passkey_ready')}
          </Button>
          <noscript>
            <p className="mt-1.5 text-xs text-muted">{t('passkey_needs_scripts')}</p>
          </noscript>
        </>
      )}
    </FieldFrame>
  )
}
