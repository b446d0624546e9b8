// The six digits and the button that sends them. It submits the same form, without the checks that the other fields need later,
// and then counts down until another code may be asked for.

import type { EntryForm } from '../forms/use-entry-form'
import { useWords } from '../text/words'
import { CodeField } from './code-field'

export function EntryCode({ entry }: { entry: EntryForm }) {
  const say = useWords('identity')
  const { answer, problems, isSending, sending, waitSeconds } = entry
  const isWaiting = waitSeconds > 0 || isSending
  return (
    <CodeField
      label={say('code')}
      name="code"
      isRequired
      defaultValue={answer?.code}
      problem={problems.code}
      aside={
        <button
          name="intent"
          value="send_code"
          formNoValidate
          aria-disabled={isWaiting || undefined}
          onClick={isWaiting ? (event) => event.preventDefault() : undefined}
          className="-my-3 min-h-11 text-sm whitespace-nowrap font-semibold text-selected-text aria-disabled:cursor-default aria-disabled:text-muted"
        >
          {waitSeconds > 0
            ? say('send_again_in', { seconds: waitSeconds })
            : say(sending === 'send_code' ? 'working' : answer?.isCodeSent ? 'send_again' : 'send_code')}
        </button>
      }
    />
  )
}
