// Desk form button that requests a passkey assertion and submits it with the form. Needs scripts; the alternative is an
// authenticator code.

import { useSubmit } from '@remix-run/react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../components/use-alive'
import { Button } from '../components/button'
import { Problem } from '../components/field'
import { Icon } from '../components/icon'
import { canUsePasskeys, makeAsked, signAsked } from '../visitor/passkey'

const CHALLENGE_PATH = '/admin/passkey'

interface PasskeyButtonProps {
  /** login: one signs. enrol, add: one is made. */
  readonly purpose: 'login' | 'enrol' | 'add'
  /** Fields that must be filled before the passkey prompt. */
  readonly needs: readonly string[]
  readonly words: string
}

export function PasskeyButton({ purpose, needs, words }: PasskeyButtonProps) {
  const { t } = useTranslation('desk')
  const isAlive = useAlive()
  const submit = useSubmit()
  const [message, setMessage] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const send = async (form: HTMLFormElement) => {
    const fields = needs.map((name) => form.elements.namedItem(name))
    if (!fields.every((field) => field instanceof HTMLInputElement && field.reportValidity())) return
    setBusy(true)
    setMessage(undefined)
    const asked = new FormData(form)
    asked.set('purpose', purpose)
    const answer = await (purpose === 'login' ? signAsked : makeAsked)(asked, CHALLENGE_PATH)
    setBusy(false)
    if (answer.kind === 'signed') {
      const filled = new FormData(form)
      filled.set('passkey', answer.text)
      submit(filled, { method: 'post' })
    } else setMessage(answer.kind === 'refused' ? answer.text : t('passkey_cancelled'))
  }
  const onClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (currentTarget.form) void send(currentTarget.form)
  }
  // Reserves its space before hydration; hidden if the browser lacks passkey support.
  if (isAlive && !canUsePasskeys()) return null
  return (
    <div>
      <Button type="button" isBusy={isBusy} disabled={!isAlive} onClick={onClick}>
        <Icon name="person" />
        {words}
      </Button>
      <Problem text={message} />
    </div>
  )
}
