import journal from './meta/_journal.json';
import m0000 from './0000_ledger.sql';
import m0001 from './0001_never_edited.sql';
import m0002 from './0002_turn_log.sql';
import m0003 from './0003_turn_balances.sql';
import m0004 from './0004_balances_follow_turns.sql';
import m0005 from './0005_keeper.sql';
import m0006 from './0006_watch_order.sql';
import m0007 from './0007_session_place.sql';
import m0008 from './0008_freezing.sql';
import m0009 from './0009_promotion.sql';
import m0010 from './0010_corrections.sql';
import m0011 from './0011_inbox.sql';
import m0012 from './0012_push_subscription.sql';
import m0013 from './0013_promotion_told.sql';
import m0014 from './0014_funds.sql';
import m0015 from './0015_convert_value.sql';
import m0016 from './0016_conversion_by_at.sql';
import m0017 from './0017_opened_news.sql';
import m0018 from './0018_conversion_by_command.sql';

  export default {
    journal,
    migrations: {
      m0000,
m0001,
m0002,
m0003,
m0004,
m0005,
m0006,
m0007,
m0008,
m0009,
m0010,
m0011,
m0012,
m0013,
m0014,
m0015,
m0016,
m0017,
m0018
    }
  }
  