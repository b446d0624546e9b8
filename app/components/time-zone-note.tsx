// Note below a list: the time zone of its times.

import { useTranslation } from 'react-i18next'
import { useSite } from '../site/site'
import { zoneWords } from '../text/dates'

export function TimeZoneNote() {
  const { t } = useTranslation('shell')
  const { offset } = useSite()
  return <p className="py-3 text-xs text-muted">{t('times_in', { zone: zoneWords(offset) })}</p>
}
