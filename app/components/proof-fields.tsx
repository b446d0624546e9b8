// Who asks, once more, before money leaves or an address changes: the pay password, or a code of the authenticator app. Works without
// scripts; who has neither is led to where one is set.

import { Field } from './field'
import { ButtonLink } from './button'
import { Notice } from './notice'
import { useWords } from '../text/words'

export interface ProofMethods {
  readonly hasPayPassword: boolean
  readonly hasTotp: boolean
}

interface ProofFieldsProps {
  readonly methods: ProofMethods
  readonly problem?: string | undefined
}

export function ProofFields({ methods, problem }: ProofFieldsProps) {
  const say = useWords('funds')
  const { hasPayPassword, hasTotp } = methods
  if (!hasPayPassword && !hasTotp) {
    return (
      <Notice tone="bad">
        <p>{say('proof_none')}</p>
        <p className="mt-2">
          <ButtonLink to="/settings/security/pay-password" size="sm">
            {say('proof_set')}
          </ButtonLink>
        </p>
      </Notice>
    )
  }
  return (
    <fieldset className="grid gap-3 rounded-xl border border-line p-3">
      <legend className="px-1 text-sm text-muted">{say('proof')}</legend>
      {hasPayPassword && (
        <Field
          label={say('pay_password')}
          name="pay_password"
          type="password"
          autoComplete="current-password"
          required={!hasTotp}
          maxLength={256}
          problem={problem}
        />
      )}
      {hasTotp && (
        <Field
          label={say('totp_code')}
          name="totp_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required={!hasPayPassword}
          maxLength={32}
          problem={hasPayPassword ? undefined : problem}
          hint={hasPayPassword ? say('proof_either') : undefined}
        />
      )}
    </fieldset>
  )
}
