// "Sign in with a passkey" button: signs the server's challenge and posts the assertion to the current page. At login the browser also
// offers passkeys in the account's field. Needs scripts.

import { useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../components/use-alive'
import { Button } from '../components/button'
import { Problem } from '../components/field'
import { Icon } from '../components/icon'
import { canUsePasskeys, signByAutofill, signWithPasskey } from '../visitor/passkey'

export function PasskeyLogin({ returnTo, purpose }: { returnTo: string; purpose: 'login' | 'second_step' }) {
  const { t } = useTranslation('security')
  const isAlive = useAlive()
  const submit = useSubmit()
  const [message, setMessage] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const autofill = useRef<AbortController | null>(null)
  useEffect(() => {
    if (purpose !== 'login') return
    const controller = new AbortController()
    autofill.current = controller
    void signByAutofill(controller.signal).then((passkey) => {
      if (passkey !== null) submit({ passkey, returnTo }, { method: 'post' })
    })
    return () => controller.abort()
  }, [purpose, returnTo, submit])
  const enter = async () => {
    // A browser has one ceremony at a time.
    autofill.current?.abort()
    setBusy(true)
    setMessage(undefined)
    const signed = await signWithPasskey(purpose)
    setBusy(false)
    if (signed.kind === 'signed') submit({ passkey: signed.text, returnTo }, { method: 'post' })
    else setMessage(signed.kind === 'refused' ? signed.text : t('passkey_cancelled'))
  }
  // Rendered before hydration to avoid a layout shift; hidden afterwards if the browser lacks passkey support.
  if (isAlive && !canUsePasskeys()) return null
  return (
    <div className="mt-3 noscript:hidden">
      <Button
        isWide
        size="lg"
        isBusy={isBusy}
        disabled={!isAlive}
        onClick={() => void enter()}
        className="disabled:cursor-default disabled:opacity-100"
      >
        <Icon name="person" />
        {t('passkey_login')}
      </Button>
      <Problem text={message} />
    </div>
  )
}
