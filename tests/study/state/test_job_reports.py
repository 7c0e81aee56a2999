"""What jobs have reported is noticed once a frame."""

import time

import pytest

from engines.jobs import COMPILING, Job
from study.state.job_reports import JobReports


def test_each_report_is_noticed_once() -> None:
    job, reports = Job("counting"), JobReports()
    assert reports.moved([job]) and not reports.moved([job])
    job.report(1)
    assert reports.moved([job]) and not reports.moved([job])
    job.run(lambda job: 2)
    assert reports.moved([job]) and not reports.moved([job])


def test_another_job_is_noticed_even_before_it_reports() -> None:
    one, other, reports = Job("one"), Job("other"), JobReports()
    reports.moved([one])
    assert reports.moved([one, other]) and reports.moved([other]) and reports.moved([])
    assert not reports.moved([])


def test_a_job_that_waits_or_goes_on_is_noticed() -> None:
    job, reports = Job("counting"), JobReports()
    job.report(1)
    reports.moved([job])
    job.waits_for = "the scan"
    assert reports.moved([job]) and not reports.moved([job])
    job.waits_for = ""
    assert reports.moved([job])


def test_each_second_of_compiling_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    job, reports = Job("compiling"), JobReports()
    job.report(doing=COMPILING)
    reports.moved([job])
    assert not reports.moved([job])
    began = job.news.since
    monkeypatch.setattr(time, "perf_counter", lambda: began + 1.5)
    assert reports.moved([job]) and not reports.moved([job])
