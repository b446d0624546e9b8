CREATE TABLE `checkpoint` (
	`size` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`signature` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leaf` (
	`no` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`number` integer NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `leaf_by_source` ON `leaf` (`source`,`number`);--> statement-breakpoint
CREATE TABLE `logged_receipt` (
	`id` text PRIMARY KEY NOT NULL,
	`leaf` integer NOT NULL,
	`ticks` text
);
--> statement-breakpoint
CREATE INDEX `logged_receipt_without_ticks` ON `logged_receipt` (`leaf`) WHERE "logged_receipt"."ticks" IS NULL;--> statement-breakpoint
CREATE TABLE `proven_round` (
	`no` integer NOT NULL,
	`at` integer NOT NULL,
	`late_symbol` text,
	`hashes` text NOT NULL,
	`leaf` integer NOT NULL,
	`path` text NOT NULL,
	PRIMARY KEY(`no`, `leaf`)
);
--> statement-breakpoint
CREATE INDEX `proven_round_by_time` ON `proven_round` (`at`);--> statement-breakpoint
CREATE TABLE `proven_tick` (
	`round` integer NOT NULL,
	`leaf` integer NOT NULL,
	`symbol` text NOT NULL,
	`before` text,
	`before_round` integer,
	`before_leaf` integer,
	PRIMARY KEY(`round`, `leaf`, `symbol`)
);
--> statement-breakpoint
CREATE TABLE `source` (
	`name` text PRIMARY KEY NOT NULL,
	`up_to` integer NOT NULL,
	`newest` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subtree` (
	`size` integer NOT NULL,
	`first` integer NOT NULL,
	`hash` blob NOT NULL,
	PRIMARY KEY(`size`, `first`)
);
--> statement-breakpoint
CREATE TRIGGER leaf_stays BEFORE UPDATE ON leaf BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER leaf_is_kept BEFORE DELETE ON leaf BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER checkpoint_stays BEFORE UPDATE ON checkpoint BEGIN SELECT RAISE(ABORT, 'a checkpoint is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER checkpoint_is_kept BEFORE DELETE ON checkpoint BEGIN SELECT RAISE(ABORT, 'a checkpoint is kept for ever'); END;
