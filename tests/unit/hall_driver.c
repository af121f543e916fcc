/* The driver's part in tournaments: it draws starts, and has matches judged. */
#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/tournament/starts.h"
#include "tests/unit/hall_fixture.h"

static void note(struct evening *evening, struct evening_question question)
{
    evening->questions =
        memory_resized(evening->questions, evening->question_count + 1, sizeof *evening->questions);
    evening->questions[evening->question_count++] = question;
}

static struct evening_question take(struct evening *evening, size_t index)
{
    require(index < evening->question_count, "the hall has not asked so much");
    struct evening_question question = evening->questions[index];
    evening->question_count--;
    for (size_t i = index; i < evening->question_count; i++)
        evening->questions[i] = evening->questions[i + 1];
    return question;
}

static void finish(struct evening_question *question)
{
    free(question->rules);
    free(question->starts);
}

void forget_questions(struct evening *evening)
{
    for (size_t i = 0; i < evening->question_count; i++)
        finish(&evening->questions[i]);
    free(evening->questions);
    evening->questions = NULL;
    evening->question_count = 0;
}

static char *start_of(const struct evening_question *question)
{
    struct rules plan, rules;
    struct starts starts;
    struct position start = {0};
    struct text text = {0};
    struct error error;
    require(!rules_or_class_parse(&plan, question->rules, strlen(question->rules), &error) &&
                !starts_parse(&plan, question->starts, strlen(question->starts), &starts, &error),
            "%s", error.message);
    starts_rules(&plan, (uint64_t)question->seed, question->index, &rules);
    starts_candidate(&rules, &starts, (uint64_t)question->seed, question->index, 0, &start);
    position_print(&rules, &start, &text);
    position_finish(&start);
    starts_finish(&starts);
    return text.bytes;
}

static void draw(struct evening *evening, const struct evening_question *question)
{
    char *start = start_of(question);
    hall_start_drawn(evening->hall, question->tournament, question->index, start, NULL);
    free(start);
}

static void mark(struct evening *evening, int64_t id)
{
    const struct disk_match *match = disk_match(&evening->disk, id);
    require(match && match->ending != ENDING_NONE, "match %lld is to be judged before its end",
            (long long)id);
    struct text marks = {0};
    for (int64_t ply = 0; ply < match->plies; ply++)
        text_append_string(&marks, ply > 0 ? " 0" : "0");
    hall_match_judged(evening->hall, id, text_string(&marks));
    text_finish(&marks);
}

void answer_question(struct evening *evening, size_t index)
{
    struct evening_question question = take(evening, index);
    if (question.kind == HEARD_DRAW_START)
        draw(evening, &question);
    else
        mark(evening, question.match);
    finish(&question);
}

void fail_question(struct evening *evening, size_t index, const char *reason)
{
    struct evening_question question = take(evening, index);
    if (question.kind == HEARD_DRAW_START)
        hall_start_drawn(evening->hall, question.tournament, question.index, NULL, reason);
    else
        hall_match_judged(evening->hall, question.match, NULL);
    finish(&question);
}

static bool is_of_tournament(const struct evening *evening, int64_t id)
{
    const struct disk_match *match = disk_match(&evening->disk, id);
    return match && match->tournament;
}

void hear_question(struct evening *evening, const struct heard *heard)
{
    if (heard->kind == HEARD_DRAW_START)
        note(evening, (struct evening_question){
                          .kind = heard->kind,
                          .tournament = heard->message->draw_start.tournament,
                          .index = heard->message->draw_start.index,
                          .seed = heard->message->draw_start.seed,
                          .rules = memory_text(heard->message->draw_start.rules,
                                               strlen(heard->message->draw_start.rules)),
                          .starts = memory_text(heard->message->draw_start.starts,
                                                strlen(heard->message->draw_start.starts)),
                      });
    else if (heard->kind == HEARD_JUDGE && is_of_tournament(evening, heard->message->judge.match))
        note(evening, (struct evening_question){
                          .kind = heard->kind,
                          .match = heard->message->judge.match,
                      });
    else
        return;
    if (!evening->slow_driver)
        answer_question(evening, evening->question_count - 1);
}
