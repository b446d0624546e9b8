// Recovery codes: shown once after creation, and entered by users who lost authenticator app and passkeys.

import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../components/button'
import { CopyButton } from '../components/copy-button'
import { Field } from '../components/field'
import { Icon } from '../components/icon'
import { Notice } from '../components/notice'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('security')
  return (
    <div className="panel grid gap-4 p-4">
      <Notice tone="plain">{t('recovery_keep')}</Notice>
      <div className="flex items-start justify-between gap-3">
        <ul aria-label={t('recovery_title')} className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-sm">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label={t('recovery_title')} />
      </div>
      <ButtonLink to="/settings/security" variant="brand">
        {t('recovery_kept')}
      </ButtonLink>
    </div>
  )
}

export function RecoveryField({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('security')
  return (
    <details className="group" open={problem !== undefined}>
      <summary className="flex min-h-11 items-center gap-1 text-sm text-selected-text">
        {t('recovery_use')}
        <Icon name="down" className="size-4 transition group-open:rotate-180" />
      </summary>
      <Field
        label={t('recovery_code')}
        name="recovery_code"
        hint={t('recovery_code_hint')}
        problem={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </details>
  )
}
