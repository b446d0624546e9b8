// Six-digit code field with send button.

import { useTranslation } from 'react-i18next'
import type { EntryForm } from '../../forms/use-entry-form'
import { CodeField } from '../code-field'
import { SendCode } from './code-sent'

export function EntryCode({ entry }: { entry: EntryForm }) {
  const { t } = useTranslation('identity')
  const { answer, problems, isCodeSent, isSending, sending, waitSeconds } = entry
  return (
    <CodeField
      label={t('code')}
      name="code"
      isRequired
      defaultValue={answer?.code}
      problem={problems.code}
      aside={
        <SendCode
          intent="send_code"
          isWaiting={waitSeconds > 0 || isSending}
          isSending={sending === 'send_code'}
          isSent={isCodeSent}
          waitSeconds={waitSeconds}
        />
      }
    />
  )
}
