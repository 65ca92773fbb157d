-- A podium is of those who count. Older servers have stored cars that did not finish, or were disqualified, in theirs.
UPDATE "sessions" SET "podium" = coalesce((
  SELECT jsonb_agg(jsonb_build_object('carIndex', car_index, 'name', name, 'team', team, 'totalRaceTime', total_race_time,
    'totalPenaltiesSeconds', total_penalties_seconds, 'bestLapTimeMs', best_lap_time_ms, 'numberOfLaps', number_of_laps)
    ORDER BY finishing_position, best_lap_time_ms, car_index)
  FROM (
    SELECT * FROM "session_drivers"
    WHERE session_id = "sessions"."id"
      AND CASE WHEN "sessions"."session_type" IN (10, 11, 12) THEN finishing_position IS NOT NULL AND result_status NOT IN (4, 5, 6, 7)
        ELSE best_lap_time_ms IS NOT NULL AND result_status <> 5 END
    ORDER BY finishing_position, best_lap_time_ms, car_index
    LIMIT 3
  ) AS first
), '[]')
WHERE EXISTS (
  SELECT FROM "session_drivers"
  JOIN jsonb_array_elements("sessions"."podium") AS place ON (place ->> 'carIndex')::int = car_index
  WHERE session_id = "sessions"."id"
    AND CASE WHEN "sessions"."session_type" IN (10, 11, 12) THEN result_status IN (4, 5, 6, 7) ELSE result_status = 5 END
);
