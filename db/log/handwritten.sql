CREATE TRIGGER leaf_stays BEFORE UPDATE ON leaf BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER leaf_is_kept BEFORE DELETE ON leaf BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER checkpoint_stays BEFORE UPDATE ON checkpoint BEGIN SELECT RAISE(ABORT, 'a checkpoint is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER checkpoint_is_kept BEFORE DELETE ON checkpoint BEGIN SELECT RAISE(ABORT, 'a checkpoint is kept for ever'); END;
