// Push notification switch of this browser. Rendered only with scripts and push support.

import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/notice'
import { Switch } from '../../components/switch'
import { toast } from '../../components/toast'
import { type PushState, readPushState, switchOff, switchOn } from '../../pwa/push'
import type { action } from './data.server'

export function PushSwitch({ publicKey }: { readonly publicKey: string }) {
  const { t } = useTranslation('inbox')
  const fetcher = useFetcher<typeof action>()
  const [state, setState] = useState<PushState>('absent')
  useEffect(() => {
    void readPushState().then(setState)
  }, [])
  useEffect(() => {
    if (!fetcher.data || fetcher.data.done) return
    const { problem } = fetcher.data
    // Without a confirmed subscription in the account, the browser unsubscribes, so that it never shows "on". An
    // endpoint left in the account expires at its first push.
    const turnOff = async () => {
      const endpoint = await switchOff().catch(() => null)
      if (problem !== null || endpoint !== null) toast(problem?.text ?? t('push_failed'), { tone: 'bad' })
      setState(await readPushState())
    }
    void turnOff()
  }, [fetcher.data, t])

  const change = async (isOn: boolean) => {
    const commandId = crypto.randomUUID()
    try {
      if (isOn) {
        const subscription = await switchOn(publicKey)
        if (subscription) fetcher.submit({ intent: 'subscribe', commandId, ...subscription }, { method: 'post' })
      } else {
        const endpoint = await switchOff()
        if (endpoint) fetcher.submit({ intent: 'unsubscribe', commandId, endpoint }, { method: 'post' })
      }
    } catch {
      // The browser's push service failed or refused.
      toast(t('push_failed'), { tone: 'bad' })
    }
    setState(await readPushState())
  }
  if (state === 'absent') return null
  if (state === 'denied') return <Notice tone="plain">{t('push_denied')}</Notice>
  return (
    <div className="panel px-4 py-2 text-sm font-medium">
      <Switch
        label={t('push_title')}
        text={t('push_text')}
        checked={state === 'on'}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </div>
  )
}
