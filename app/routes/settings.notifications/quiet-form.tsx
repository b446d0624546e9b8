// Quiet hours: a switch, two times of the day, and the time zone they are in.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { Field, Problem } from '../../components/field'
import { Switch } from '../../components/switch'
import type { action, loader } from './data.server'

export function QuietForm() {
  const { t } = useTranslation('inbox')
  const { quiet, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSaving = useNavigation().formData?.get('intent') === 'quiet'
  const own = answer?.fields['intent'] === 'quiet' ? answer : undefined
  const problemOf = (field: string) => (own?.problem?.field === field ? own.problem.text : undefined)
  const zone = useZone(quiet.zone, quiet.isOn)
  const problem = own?.problem && !own.problem.field?.startsWith('quiet_') ? own.problem.text : undefined
  return (
    <Form method="post" preventScrollReset className="panel grid gap-3 px-4 py-2 pb-4 text-sm">
      <input type="hidden" name="commandId" value={`${commandId}-quiet`} />
      <input type="hidden" name="time_zone" value={zone} />
      <div className="font-medium">
        <Switch
          label={t('quiet_title')}
          text={<span className="font-normal">{t('quiet_text')}</span>}
          name="quiet"
          value="1"
          defaultChecked={quiet.isOn}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        {(['from', 'until'] as const).map((end) => (
          <Field
            key={end}
            type="time"
            label={t(`quiet_${end}`)}
            name={`quiet_${end}`}
            required
            defaultValue={own?.fields[`quiet_${end}`] ?? quiet[end]}
            problem={problemOf(`quiet_${end}`)}
          />
        ))}
      </div>
      <p className="text-xs text-muted">{t('quiet_zone', { replace: { zone } })}</p>
      <Problem text={problem} />
      <div className="grid sm:flex">
        <Button name="intent" value="quiet" variant="quiet" isBusy={isSaving}>
          {t('quiet_save')}
        </Button>
      </div>
    </Form>
  )
}

/** Saved zone while they are on; otherwise the browser's. Without scripts: the offset of the last visit. */
function useZone(drawn: string, isOn: boolean): string {
  const [zone, setZone] = useState(drawn)
  useEffect(() => {
    setZone(isOn ? drawn : Intl.DateTimeFormat().resolvedOptions().timeZone || drawn)
  }, [drawn, isOn])
  return zone
}
