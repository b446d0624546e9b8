// The six digits and the button that sends them.

import type { EntryForm } from '../forms/use-entry-form'
import { useWords } from '../text/words'
import { CodeField } from './code-field'
import { SendCode } from './code-sent'

export function EntryCode({ entry }: { entry: EntryForm }) {
  const say = useWords('identity')
  const { answer, problems, isCodeSent, isSending, sending, waitSeconds } = entry
  return (
    <CodeField
      label={say('code')}
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
