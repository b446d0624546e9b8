// Notification settings: mail, SMS and push per message kind; the inbox always gets all.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_GROUPS } from '#domain/message'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Icon } from '../../components/icon'
import { Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { toast } from '../../components/toast'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'
import { PushSwitch } from './push-switch'
import { QuietForm } from './quiet-form'

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
  const isSaving = useNavigation().formData?.get('intent') === 'save'
  const problem = answer?.fields['intent'] === 'quiet' ? undefined : answer?.problem?.text
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
        <QuietForm />
        <Form method="post" preventScrollReset className="grid gap-3">
          <input type="hidden" name="commandId" value={commandId} />
          {MESSAGE_GROUPS.map((group, index) => (
            <Group
              key={group}
              words={t(`group_${group}`)}
              kinds={kinds.filter((kind) => kind.group === group)}
              isOpen={index === 0}
            />
          ))}
          <Problem text={answer?.isUnanswered && !isSaving ? tShell('unanswered') : problem} />
          <Button name="intent" value="save" variant="brand" size="lg" isBusy={isSaving}>
            {tShell('save')}
          </Button>
        </Form>
      </div>
    </div>
  )
}

type Kinds = ReturnType<typeof useLoaderData<typeof loader>>['kinds']

interface GroupProps {
  readonly words: string
  readonly kinds: Kinds
  readonly isOpen: boolean
}

/** A folded group is sent too. */
function Group({ words, kinds, isOpen }: GroupProps) {
  const { t } = useTranslation('inbox')
  const numbers = useNumbers()
  return (
    <details open={isOpen} className="group panel overflow-hidden">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4 py-2">
        <h2 className="text-sm font-medium">{words}</h2>
        <span className="text-xs text-muted">{numbers.count(kinds.length)}</span>
        <Icon name="down" className="ml-auto size-4 shrink-0 text-muted transition group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-t border-line">
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
        <p className="border-t border-line px-4 py-2 text-xs text-muted">{t('always_text')}</p>
      )}
    </details>
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
