import journal from './meta/_journal.json';
import m0000 from './0000_journal_and_house_ledger.sql';
import m0001 from './0001_never_edited.sql';
import m0002 from './0002_kept_turns.sql';

  export default {
    journal,
    migrations: {
      m0000,
m0001,
m0002
    }
  }
  