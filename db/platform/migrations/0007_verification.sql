CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`level` integer NOT NULL,
	`state` text NOT NULL,
	`id_type` text,
	`country` text,
	`name` text,
	`number_sealed` text,
	`number_hash` text,
	`front_image` text,
	`reverse_image` text,
	`reason` text DEFAULT '' NOT NULL,
	`submitted_at` integer NOT NULL,
	`decided_at` integer,
	CONSTRAINT "verification_level" CHECK("verification"."level" in (1, 2)),
	CONSTRAINT "verification_state" CHECK("verification"."state" in ('under_review', 'passed', 'failed')),
	CONSTRAINT "verification_content" CHECK(("verification"."level" = 1 and "verification"."number_hash" is not null and "verification"."name" is not null)
        or ("verification"."level" = 2 and "verification"."front_image" is not null and "verification"."reverse_image" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_live` ON `verification` (`user_id`,`level`) WHERE state in ('under_review', 'passed');--> statement-breakpoint
CREATE UNIQUE INDEX `verification_document` ON `verification` (`number_hash`) WHERE state in ('under_review', 'passed');--> statement-breakpoint
CREATE INDEX `verification_by_user` ON `verification` (`user_id`,`submitted_at`);