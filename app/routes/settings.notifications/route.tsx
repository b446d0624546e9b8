// Notification settings: mail, SMS and push per message kind; the inbox always gets all.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_GROUPS } from '#domain/message'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { toast } from '../../components/toast'
import type { action, loader } from './data.server'
import { PushSwitch } from './push-switch'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default function NotificationSettings() {
  const { t } = useTranslation('inbox')
  const { t: tShell } = useTranslation('shell')
  const { kinds, commandId, hasMail, hasSms, pushKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isAlive = useAlive()
  const isSaving = useNavigation().formMethod === 'POST'
  useEffect(() => {
    if (answer?.done) toast(tShell('saved'), { tone: 'good' })
  }, [answer, tShell])
  return (
    <div>
      <PageHeader title={t('preferences')} backTo="/settings" />
      <div className="grid gap-4 px-4 lg:px-0">
        <p className="text-sm text-muted">{t('preferences_text')}</p>
        {!hasMail && <Notice tone="plain">{t('no_mail')}</Notice>}
        {pushKey !== null && <PushSwitch publicKey={pushKey} />}
        {!hasSms && <Notice tone="plain">{t('no_sms')}</Notice>}
        {answer?.done && !isAlive && <Notice tone="good">{tShell('saved')}</Notice>}
        <Form method="post" preventScrollReset className="grid gap-5">
          <input type="hidden" name="commandId" value={commandId} />
          {MESSAGE_GROUPS.map((group) => (
            <Group key={group} words={t(`group_${group}`)} kinds={kinds.filter((kind) => kind.group === group)} />
          ))}
          <Problem text={answer?.isUnanswered && !isSaving ? tShell('unanswered') : answer?.problem?.text} />
          <Button name="intent" value="save" variant="brand" size="lg" isBusy={isSaving}>
            {tShell('save')}
          </Button>
        </Form>
      </div>
    </div>
  )
}

type Kinds = ReturnType<typeof useLoaderData<typeof loader>>['kinds']

function Group({ words, kinds }: { readonly words: string; readonly kinds: Kinds }) {
  const { t } = useTranslation('inbox')
  return (
    <section>
      <h2 className="px-4 pb-2 text-sm font-medium text-muted">{words}</h2>
      <ul className="panel divide-y divide-line overflow-hidden">
        {kinds.map((kind) => (
          <li key={kind.kind}>
            <fieldset className="flex min-h-14 items-center gap-2 py-1 pr-2 pl-4 text-sm">
              <legend className="sr-only">{kind.words}</legend>
              <span aria-hidden="true" className="min-w-0 flex-1 font-medium break-words">
                {kind.words}
              </span>
              {kind.choices.map((choice) => (
                <Choice key={choice.channel} kind={kind.kind} {...choice} />
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      {kinds.some(({ choices }) => choices.some(({ isSwitchable }) => !isSwitchable)) && (
        <p className="px-4 pt-2 text-xs text-muted">{t('always_text')}</p>
      )}
    </section>
  )
}

type ChoiceProps = Kinds[number]['choices'][number] & { readonly kind: string }

function Choice({ kind, channel, isOn, isSwitchable }: ChoiceProps) {
  const { t } = useTranslation('inbox')
  return (
    <label
      title={isSwitchable ? undefined : t('always')}
      className={`grid min-h-12 min-w-16 place-items-center content-center gap-1 rounded-lg px-1 text-2xs text-muted ${isSwitchable ? 'cursor-pointer hover:bg-raised' : ''}`}
    >
      <input
        type="checkbox"
        name={channel}
        value={kind}
        defaultChecked={isOn}
        disabled={!isSwitchable}
        className="size-5 accent-selected"
      />
      {t(`by_${channel}`)}
      {!isSwitchable && <span className="sr-only">{t('always')}</span>}
    </label>
  )
}
