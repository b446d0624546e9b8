// "Sign in with a passkey" button: signs the server's challenge and posts the assertion to the current page. Needs
// scripts.

import { useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../components/use-alive'
import { Button } from '../components/button'
import { Problem } from '../components/field'
import { Icon } from '../components/icon'
import { canUsePasskeys, signWithPasskey } from '../visitor/passkey'

export function PasskeyLogin({ returnTo, purpose }: { returnTo: string; purpose: 'login' | 'second_step' }) {
  const { t } = useTranslation('security')
  const isAlive = useAlive()
  const submit = useSubmit()
  const [told, setTold] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    setTold(undefined)
    const signed = await signWithPasskey(purpose)
    setBusy(false)
    if (signed.kind === 'signed') submit({ passkey: signed.text, returnTo }, { method: 'post' })
    else setTold(signed.kind === 'refused' ? signed.text : t('passkey_cancelled'))
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
      <Problem text={told} />
    </div>
  )
}
